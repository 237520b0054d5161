import type { OfferedNumber, OfferKind } from '@farline/contracts/numbers';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countryName, formatPrice } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import type { AddFundsButton } from './my-numbers.tsx';
import { abilityOf, hasPaidMinutes, incomingOf, TYPE_WORDS } from './number-facts.ts';
import { offerCountriesQuery, offersQuery, type Wanted } from './numbers-queries.ts';
import { RentNumber } from './rent-number.tsx';

const ANY: Wanted = { country: '', type: '', digits: '', where: 'end' };
const KINDS = Object.keys(TYPE_WORDS) as OfferKind[];
const MOST_DIGITS = 15;

/** Looks for a number by country, kind and digits, and rents it. */
export function FindNumber({ AddFunds }: { AddFunds: AddFundsButton }) {
  const t = numbersText.useText();
  const [wanted, setWanted] = useState(ANY);
  const [chosen, choose] = useState<OfferedNumber | null>(null);
  const countries = useQuery(offerCountriesQuery, queryClient);
  return (
    <section aria-labelledby="find-number" data-testid="find-number">
      <h2 id="find-number" className="text-title font-semibold">
        {t('findTitle')}
      </h2>
      <p className="mb-4 mt-1.5 text-muted">{t('findLead')}</p>
      {countries.isPending && <Skeleton className="h-48 w-full rounded-card" />}
      {countries.isError && (
        <Failed
          error={countries.error}
          fallback={t('failed')}
          safe={t('safe')}
          onTryAgain={() => void countries.refetch()}
        />
      )}
      {countries.data?.length === 0 && <Empty title={t('noneTitle')}>{t('noneBody')}</Empty>}
      {countries.data !== undefined && countries.data.length > 0 && (
        <>
          <Search wanted={wanted} countries={countries.data.map(({ country }) => country)} onWant={setWanted} />
          <Found wanted={wanted} onChoose={choose} />
        </>
      )}
      {chosen !== null && <RentNumber offer={chosen} AddFunds={AddFunds} onClose={() => choose(null)} />}
    </section>
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

function Found({ wanted, onChoose }: { wanted: Wanted; onChoose: (offer: OfferedNumber) => void }) {
  const t = numbersText.useText();
  const list = useInfiniteQuery(offersQuery(useDeferredValue(wanted)), queryClient);
  const offers = list.data?.pages.flatMap((page) => page.numbers) ?? [];
  if (list.isPending) return <Skeleton className="h-48 w-full rounded-card" />;
  if (list.isError) {
    return <Failed error={list.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void list.refetch()} />;
  }
  if (offers.length === 0) return <p className="text-muted">{t('nothingFound')}</p>;
  return (
    <Card as="div" room="list">
      <ul aria-label={t('resultsLabel')} data-testid="offers">
        {offers.map((offer) => (
          <OfferLine key={offer.number} offer={offer} onChoose={() => onChoose(offer)} />
        ))}
      </ul>
      <MoreButton list={list} className="my-2" />
    </Card>
  );
}

function OfferLine({ offer, onChoose }: { offer: OfferedNumber; onChoose: () => void }) {
  const t = numbersText.useText();
  const shown = showNumber(offer.number);
  const isSetUpFree = Number(offer.setup.amount) === 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 basis-full @lg:flex-1 @lg:basis-0">
        <p className="flex items-center gap-2.5 font-medium">
          <Flag countryCode={offer.country} />
          <bdi dir="ltr" className="figures whitespace-nowrap">
            {shown}
          </bdi>
        </p>
        <p className="text-note text-muted">
          {[countryName(offer.country), t(TYPE_WORDS[offer.type]), abilityOf(offer)].join(' · ')}
        </p>
        {hasPaidMinutes(offer) && <p className="text-note text-muted">{incomingOf(offer)}</p>}
        {offer.documents !== null && (
          <p className="text-note text-muted">{t('documents', { documents: offer.documents })}</p>
        )}
      </div>
      <p className="flex-1 @lg:flex-none @lg:text-end">
        <span className="block font-medium">{t('monthly', { price: formatPrice(offer.monthly) })}</span>
        {!isSetUpFree && (
          <span className="block text-note text-muted">{t('once', { price: formatPrice(offer.setup) })}</span>
        )}
      </p>
      <Button size="small" aria-label={t('rentNamed', { number: shown })} onClick={onChoose}>
        {t('rent')}
      </Button>
    </li>
  );
}
