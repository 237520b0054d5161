import type { Country } from '@farline/contracts/rates';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { OfferedPlans } from '../features/plans/offered-plans.tsx';
import { PriceOfNumber } from '../ui/price-of-number.tsx';
import { PopularPrices } from '../features/prices/popular-prices.tsx';
import { orderedCountries, type PriceOrder, readOrder } from '../features/prices/price-order.ts';
import { PriceTable } from '../features/prices/price-table.tsx';
import { localCountries } from '../lib/format/local-countries.ts';
import { countriesQuery, queryClient } from '../lib/session/queries.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { pricingText } from '../texts/pricing.ts';
import { Skeleton } from '../ui/card.tsx';
import { Failed } from '../ui/failed.tsx';
import { Field } from '../ui/field.tsx';

/** /pricing: what is searched for and the order stand in the address bar. */
export function Page() {
  const t = pricingText.useText();
  usePageTitle(t('pageTitle'));
  const countries = useQuery(countriesQuery, queryClient);
  const [address, setAddress] = useSearchParams();
  const search = address.get('q') ?? '';
  const order = readOrder(address.get('sort'));
  const wanted = useDeferredValue(search);
  const isSearched = search !== '';
  const show = (query: { q: string; sort: PriceOrder }): void =>
    setAddress(
      { ...(query.q === '' ? {} : { q: query.q }), ...(query.sort === 'country' ? {} : { sort: query.sort }) },
      { replace: true },
    );
  // Hundreds of rows are made in small pieces, for slow telephones.
  const listed = useDeferredValue(countries.data);
  const found = listed === undefined ? [] : orderedCountries(localCountries(listed), { search: wanted, order });
  return (
    <div className="mx-auto max-w-4xl px-5 py-10 sm:px-8 sm:py-14">
      <h1 className="text-display font-semibold">{t('title')}</h1>
      <p className="prose-width mt-3 text-muted">
        {t('lead')} {t('textLead')}
      </p>
      <Field
        label={t('search')}
        type="search"
        className="mt-8 max-w-sm"
        value={search}
        onChange={({ target }) => show({ q: target.value, sort: order })}
      />
      <div role="status" className="figures mt-2" data-testid="number-price">
        {/^[\s\d+().-]+$/.test(wanted) && <PriceOfNumber typed={wanted} />}
      </div>
      {!isSearched && <BeforeSearch countries={listed} />}
      <div className="mt-6">
        {listed === undefined && !countries.isError && <Skeleton className="h-dvh w-full rounded-card" />}
        {listed === undefined && countries.isError && (
          <Failed error={countries.error} fallback={t('failed')} safe="" onTryAgain={() => void countries.refetch()} />
        )}
        {listed !== undefined && found.length === 0 && <p className="text-muted">{t('nothing', { search })}</p>}
        {found.length > 0 && (
          <PriceTable countries={found} order={order} onOrder={(sort) => show({ q: search, sort })} />
        )}
      </div>
      {isSearched && (
        <div className="mt-14">
          <OfferedPlans />
        </div>
      )}
    </div>
  );
}

/** What stands above the list of all countries until something is searched for. */
function BeforeSearch({ countries }: { countries: readonly Country[] | undefined }) {
  const t = pricingText.useText();
  return (
    <>
      <div className="mt-8">
        <PopularPrices countries={countries} />
      </div>
      {/* As high as the plans are, so that nothing moves when they come. */}
      <div className="mt-14 min-h-[66rem] @[46rem]:min-h-[35rem]">
        <OfferedPlans />
      </div>
      <h2 className="mt-14 text-title font-semibold">{t('allCountries')}</h2>
    </>
  );
}
