import type { OfferedNumber, OfferKind } from '@farline/contracts/numbers/numbers';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countryName } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import type { AddFundsButton } from './my-numbers.tsx';
import { TYPE_WORDS } from './number-facts.ts';
import { offerCountriesQuery, offersQuery, type Wanted } from './numbers-queries.ts';
import { OfferLine } from './offer-line.tsx';
import { type FromProvider, ProviderOffers, useProviderOffers } from './provider-offers.tsx';
import { RentNumber } from './rent-number.tsx';

const ANY: Wanted = { country: '', type: '', digits: '', where: 'end' };
const KINDS = Object.keys(TYPE_WORDS) as OfferKind[];
const MOST_DIGITS = 15;

/** Looks for a number by country, kind and digits, and rents it. */
export function FindNumber({ AddFunds }: { AddFunds: AddFundsButton }) {
  const t = numbersText.useText();
  const [chosen, choose] = useState<OfferedNumber | null>(null);
  const countries = useQuery(offerCountriesQuery, queryClient);
  return (
    <section aria-labelledby="find-number" data-testid="find-number">
      <h2 id="find-number" className="text-title font-semibold">
        {t('findTitle')}
      </h2>
      <p className="mb-4 mt-1.5 text-muted">{t('findLead')}</p>
      {countries.isPending && <Skeleton className="h-48 w-full rounded-card" />}
      {countries.isError && countries.data === undefined && (
        <Failed
          error={countries.error}
          fallback={t('failed')}
          safe={t('safe')}
          onTryAgain={() => void countries.refetch()}
        />
      )}
      {countries.data !== undefined && <Offers {...countries.data} onChoose={choose} />}
      {chosen !== null && <RentNumber offer={chosen} AddFunds={AddFunds} onClose={() => choose(null)} />}
    </section>
  );
}

type OffersProps = {
  countries: readonly { country: string }[];
  providerCountries: readonly string[];
  onChoose: (offer: OfferedNumber) => void;
};

/** What the catalogue has, and beside it what the provider has, if there is one. */
function Offers({ countries, providerCountries, onChoose }: OffersProps) {
  const t = numbersText.useText();
  const [wanted, setWanted] = useState(ANY);
  const provided = useProviderOffers(wanted, { isOn: providerCountries.length > 0 });
  const all = [...new Set([...countries.map(({ country }) => country), ...providerCountries])];
  if (all.length === 0) return <Empty title={t('noneTitle')}>{t('noneBody')}</Empty>;
  return (
    <>
      <Search wanted={wanted} countries={all} onWant={setWanted} />
      <div className="grid gap-4">
        <Found wanted={wanted} provided={provided} onChoose={onChoose} />
        <ProviderOffers provided={provided} onChoose={onChoose} />
      </div>
    </>
  );
}

type SearchProps = { wanted: Wanted; countries: string[]; onWant: (wanted: Wanted) => void };

function Search({ wanted, countries, onWant }: SearchProps) {
  const t = numbersText.useText();
  const named = countries.map((code) => ({ code, name: countryName(code) }));
  return (
    <search className="mb-4 grid items-start gap-3 @xl:grid-cols-2">
      <Select
        label={t('country')}
        value={wanted.country}
        onChange={({ target }) => onWant({ ...wanted, country: target.value })}
      >
        <option value="">{t('anyCountry')}</option>
        {named
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
      <Select
        label={t('type')}
        value={wanted.type}
        onChange={({ target }) => onWant({ ...wanted, type: KINDS.find((kind) => kind === target.value) ?? '' })}
      >
        <option value="">{t('anyType')}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(TYPE_WORDS[kind])}
          </option>
        ))}
      </Select>
      <Field
        label={t('digits')}
        hint={t('digitsHint')}
        inputMode="numeric"
        autoComplete="off"
        value={wanted.digits}
        onChange={({ target }) => onWant({ ...wanted, digits: target.value.replace(/\D/g, '').slice(0, MOST_DIGITS) })}
      />
      <Segments
        label={t('where')}
        className="@xl:mt-7"
        value={wanted.where}
        options={[
          { value: 'end', label: t('whereEnd') },
          { value: 'anywhere', label: t('whereAnywhere') },
        ]}
        onChoose={(where) => onWant({ ...wanted, where })}
      />
    </search>
  );
}

type FoundProps = { wanted: Wanted; provided: FromProvider; onChoose: (offer: OfferedNumber) => void };

function Found({ wanted, provided, onChoose }: FoundProps) {
  const t = numbersText.useText();
  const list = useInfiniteQuery(offersQuery(useDeferredValue(wanted)), queryClient);
  const offers = list.data?.pages.flatMap((page) => page.numbers) ?? [];
  if (list.isPending) return <Skeleton className="h-48 w-full rounded-card" />;
  const failed = list.isError && (
    <Failed error={list.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void list.refetch()} />
  );
  // There is none where nobody has one: while the provider has not said, that is not known.
  if (offers.length === 0) {
    return failed || (provided.is === 'none' ? <p className="text-muted">{t('nothingFound')}</p> : null);
  }
  return (
    <>
      {failed}
      <Card as="div" room="list">
        <ul aria-label={t('resultsLabel')} data-testid="offers">
          {offers.map((offer) => (
            <OfferLine key={offer.number} offer={offer} onChoose={() => onChoose(offer)} />
          ))}
        </ul>
        <MoreButton list={list} className="my-2" />
      </Card>
    </>
  );
}
