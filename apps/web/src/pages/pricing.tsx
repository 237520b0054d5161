import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PriceTable } from '../features/prices/price-table.tsx';
import { queryClient, countriesQuery } from '../lib/queries.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { pricingText } from '../texts/pricing.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** /pricing */
export function Page() {
  const t = pricingText.useText();
  usePageTitle(t('pageTitle'));
  const countries = useQuery(countriesQuery, queryClient);
  const [search, setSearch] = useState('');
  return (
    <div className="mx-auto max-w-4xl px-5 py-10 sm:px-8 sm:py-14">
      <h1 className="text-display font-semibold">{t('title')}</h1>
      <p className="prose-width mt-3 text-muted">{t('lead')}</p>
      <Field
        label={t('search')}
        type="search"
        className="mt-8 max-w-sm"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="mt-6">
        {countries.isPending && <Skeleton className="h-96 w-full rounded-card" />}
        {countries.isError && (
          <Notice kind="error" action={<Button onClick={() => void countries.refetch()}>{t('tryAgain')}</Button>}>
            {t('failed')}
          </Notice>
        )}
        {countries.isSuccess && <PriceTable countries={countries.data} search={search} />}
      </div>
    </div>
  );
}
