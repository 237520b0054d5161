import type { Country } from '@farline/contracts/rates';
import { ChevronDown } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useEffect, useRef, useState } from 'react';
import {
  countryName,
  formatPrice,
  formatStretch,
  formatTimeOfDay,
  localTimeIn,
  formatRateShort,
} from '../../lib/format/format.ts';
import { homeCity } from '../../lib/format/home-country.ts';
import { landing } from '../../texts/landing.ts';
import { Flag } from '../../ui/flag.tsx';

/** Not before somebody comes near the list. */
const CountrySearch = lazy(async () => ({
  default: (await import('../../ui/country/country-search.tsx')).CountrySearch,
}));

const ARC = 'M62 318C62 40 458 -6 458 214';

interface PriceArcProps {
  /** In the order to choose from. */
  countries: readonly Country[];
  code: string;
  onChoose: (code: string) => void;
}

/** The mark, large: from here to a country of the reader's choice, with the clock and the price at the far end. */
export function PriceArc({ countries, code, onChoose }: PriceArcProps) {
  const t = landing.useText();
  const now = useMinute();
  const country = countries.find((one) => one.code === code);
  const there = localTimeIn(code, now);
  return (
    <div className="relative pb-2">
      <svg
        viewBox="0 40 520 332"
        fill="none"
        aria-hidden
        className="w-full overflow-visible text-accent rtl:-scale-x-100"
      >
        <path d={ARC} stroke="currentColor" strokeWidth="9" strokeLinecap="round" className="opacity-90" />
        <circle cx="62" cy="326" r="40" fill="currentColor" />
        <circle cx="458" cy="228" r="25" fill="var(--marigold)" />
        <circle
          key={code}
          r="8"
          fill="var(--ground)"
          className="travelling"
          style={{ '--arc': `"${ARC}"` } as CSSProperties}
        />
      </svg>

      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pt-2">
        <p className="text-muted">
          <span className="block font-semibold text-text">{homeCity() ?? t('here')}</span>
          <span className="figures whitespace-nowrap">{formatTimeOfDay(now)}</span>
        </p>
        <div className="ms-auto min-w-0 text-end">
          <Picker countries={countries} code={code} onChoose={onChoose} />
          <p className="figures mt-1.5 pe-1 text-muted">{there !== null && t('clockThere', { time: there })}</p>
        </div>
      </div>
      <div className="figures mt-5 flex flex-wrap gap-x-8 gap-y-2 @xl:absolute @xl:start-[25%] @xl:top-[33%] @xl:mt-0 @xl:block">
        <Price word={t('mobile')} amount={country?.mobilePerMinute ?? null} />
        <Price word={t('fixed')} amount={country?.fixedPerMinute ?? null} />
      </div>
      <p className="figures mt-3 text-note text-muted" data-testid="ten-gives">
        {country !== undefined && `${tenGives(country)} ${textThere(country)}`}
      </p>
      <span className="sr-only" aria-live="polite">
        {country !== undefined &&
          country.mobilePerMinute !== null &&
          `${countryName(code)}: ${formatRateShort(country.mobilePerMinute)} ${t('perMinute')}`}
      </span>
    </div>
  );
}

/** The country to call, to choose from the list, or to search there. */
function Picker({ countries, code, onChoose }: PriceArcProps) {
  const t = landing.useText();
  const field = useRef<HTMLSelectElement>(null);
  const [isSearched, setSearched] = useState(false);
  const search = (): void => setSearched(true);
  return (
    <>
      <label className="relative inline-flex max-w-full items-center gap-2.5 rounded-control bg-raised py-2 ps-3.5 pe-9 font-semibold shadow-[inset_0_0_0_1px_var(--edge)] focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-accent hover:shadow-[inset_0_0_0_1px_var(--text)]">
        <span className="sr-only">{t('pickerLabel')}</span>
        <Flag countryCode={code} />
        <select
          value={code}
          onChange={(event) => onChoose(event.target.value)}
          ref={field}
          onPointerEnter={search}
          onFocus={search}
          className="min-h-7 min-w-0 max-w-48 appearance-none truncate bg-transparent outline-none"
        >
          {countries.map((one) => (
            <option key={one.code} value={one.code} className="bg-raised text-text">
              {one.name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3 size-4" />
      </label>
      <Suspense>
        {isSearched && (
          <CountrySearch field={field} label={t('pickerLabel')} countries={countries} onChoose={onChoose} />
        )}
      </Suspense>
    </>
  );
}

function Price({ word, amount }: { word: string; amount: Country['mobilePerMinute'] }) {
  const t = landing.useText();
  return (
    <p className="mb-2 leading-tight">
      <span className="block text-note text-muted">{word}</span>
      <span className="display text-title font-semibold sm:text-display">
        {amount === null ? t('noPrice') : formatRateShort(amount)}
      </span>
      {amount !== null && <span className="ms-1.5 text-note text-muted">{t('perMinute')}</span>}
    </p>
  );
}

/** What ten of the currency buy there, in whole minutes: a mobile where it is priced, else a landline. */
function tenGives({ mobilePerMinute, fixedPerMinute }: Country): string {
  const price = mobilePerMinute ?? fixedPerMinute;
  if (price === null || Number(price.amount) === 0) return '';
  return landing.say(mobilePerMinute === null ? 'tenFixed' : 'tenMobile', {
    ten: formatPrice({ amount: '10', currency: price.currency }),
    stretch: formatStretch(Math.floor(10 / Number(price.amount)) * 60),
  });
}

function textThere({ messagePerSegment: price }: Country): string {
  return price === null ? '' : landing.say('textThere', { price: formatRateShort(price) });
}

/** The present minute; the clocks at both ends follow it. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
