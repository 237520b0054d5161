import type { Country } from '@farline/contracts/rates';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countryName, formatCount } from '../../lib/format/format.ts';
import { countryAbroad, homeCountry } from '../../lib/format/home-country.ts';
import { localCountries } from '../../lib/format/local-countries.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';
import { useLanguage } from '../../lib/language/i18n.ts';
import { countriesQuery, queryClient } from '../../lib/session/queries.ts';
import { plansText } from '../../texts/plans.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { CountrySearch } from '../../ui/country/country-search.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import type { CalledKind } from './plan-advice.ts';
import { PlanMonths } from './plan-months.tsx';
import { mostCalledQuery, plansQuery } from './plan-queries.ts';
import type { MostCalled } from './most-called.ts';

const KINDS: readonly CalledKind[] = ['mobile', 'fixed'];
/** All minutes of a month of 31 days. */
const MOST_MINUTES = 44_640;
const SLIDER = { max: 1_000, step: 10 };
const EXAMPLE_MINUTES = 100;

/** What a month of somebody's own calls would cost with each plan. */
export function PlanAdvisor() {
  const t = plansText.useText();
  const plans = useQuery(plansQuery, queryClient);
  const countries = useQuery(countriesQuery, queryClient);
  const most = useQuery(mostCalledQuery, queryClient);
  const priced = (countries.data ?? []).filter((country) => kindsOf(country).length > 0);
  const begin = beginWith(priced, most.data ?? null);
  return (
    <Card aria-label={t('adviceTitle')} data-testid="plan-advisor">
      <h2 className="text-title font-semibold">{t('adviceTitle')}</h2>
      <p className="prose-width mt-1 text-muted">{t('adviceLead')}</p>
      {countries.isError && countries.data === undefined && (
        <div className="mt-4">
          <Failed
            error={countries.error}
            fallback={t('adviceFailed')}
            safe=""
            onTryAgain={() => void countries.refetch()}
          />
        </div>
      )}
      {/* What cannot be read of the calls is no reason to wait: an example does as well. */}
      {plans.data === undefined || countries.isPending || most.isPending ? (
        !countries.isError && !plans.isError && <Skeleton className="mt-4 h-96 w-full rounded-control" />
      ) : begin === null ? null : (
        <Advice begin={begin} countries={localCountries(priced)} plans={plans.data} />
      )}
    </Card>
  );
}

interface AdviceProps {
  begin: Begin;
  countries: readonly Country[];
  plans: Parameters<typeof PlanMonths>[0]['plans'];
}

function Advice({ begin, countries, plans }: AdviceProps) {
  const t = plansText.useText();
  useLanguage();
  const [countryCode, chooseCountry] = useState(begin.countryCode);
  const [wantedKind, chooseKind] = useState(begin.kind);
  const [minutes, setMinutes] = useState(begin.minutes);
  const country = countries.find(({ code }) => code === countryCode);
  const kinds = country === undefined ? [] : kindsOf(country);
  const kind = kinds.includes(wantedKind) ? wantedKind : kinds[0];
  const perMinute = country === undefined || kind === undefined ? null : priceOf(country, kind);
  return (
    <>
      <p className="mt-3 text-note text-muted">
        {begin.isOwn
          ? t('adviceFromCalls', { minutes: formatCount(begin.minutes), country: countryName(begin.countryCode) })
          : t('adviceExample')}
      </p>
      <div className="mt-4 grid items-start gap-x-6 gap-y-4 @2xl:grid-cols-2">
        <div className="grid min-w-0 gap-3">
          <CountryToCall countries={countries} code={countryCode} onChoose={chooseCountry} />
          {kind !== undefined && (
            <Segments
              label={t('adviceKind')}
              value={kind}
              options={kinds.map((one) => ({ value: one, label: t(KIND_WORDS[one]) }))}
              onChoose={chooseKind}
            />
          )}
        </div>
        <Minutes minutes={minutes} onChange={setMinutes} />
      </div>
      {kind !== undefined && perMinute !== null && (
        <PlanMonths plans={plans} calls={{ countryCode, kind, minutes, perMinute }} />
      )}
    </>
  );
}

const KIND_WORDS = { mobile: 'adviceMobile', fixed: 'adviceFixed' } as const;

interface CountryToCallProps {
  countries: readonly Country[];
  code: string;
  onChoose: (code: string) => void;
}

function CountryToCall({ countries, code, onChoose }: CountryToCallProps) {
  const t = plansText.useText();
  const field = useRef<HTMLSelectElement>(null);
  const name = countries.find((one) => one.code === code)?.name ?? code;
  return (
    <div className="min-w-0">
      <Select
        label={t('adviceCountry')}
        autoComplete="off"
        value={code}
        onChange={({ target }) => onChoose(target.value)}
        ref={field}
        face={
          <>
            <Flag countryCode={code} />
            <span data-abridged className="min-w-0 flex-1 truncate">
              {name}
            </span>
          </>
        }
      >
        {countries.map((one) => (
          <option key={one.code} value={one.code}>
            {one.name}
          </option>
        ))}
      </Select>
      <CountrySearch field={field} label={t('adviceCountry')} countries={countries} onChoose={onChoose} />
    </div>
  );
}

/** Typed, or drawn with the slider, which reaches as far as most people talk. */
function Minutes({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const t = plansText.useText();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && readMinutes(typed) === null;
  return (
    <div className="grid min-w-0 gap-3">
      <Field
        label={t('adviceMinutes')}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(minutes)}
        error={isWrong ? t('adviceMinutesWrong', { most: formatCount(MOST_MINUTES) }) : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = readMinutes(target.value);
          if (read !== null) onChange(read);
        }}
        onBlur={() => !isWrong && setTyped(null)}
      />
      <input
        type="range"
        aria-label={t('adviceSlider')}
        // What was typed may lie between two steps, or beyond the end.
        aria-valuetext={formatCount(minutes)}
        min={0}
        max={SLIDER.max}
        step={SLIDER.step}
        value={Math.min(minutes, SLIDER.max)}
        onChange={({ target }) => {
          setTyped(null);
          onChange(Number(target.value));
        }}
        className="h-11 w-full cursor-pointer accent-accent"
      />
    </div>
  );
}

function readMinutes(typed: string): number | null {
  const written = writtenAmount(typed);
  if (!/^\d{1,5}$/.test(written)) return null;
  const minutes = Number(written);
  return minutes <= MOST_MINUTES ? minutes : null;
}

type Begin = MostCalled & { isOwn: boolean };

/** What somebody called most, where that has a price; else a plain example. Null where nothing is priced. */
function beginWith(priced: readonly Country[], most: MostCalled | null): Begin | null {
  const own = priced.find(({ code }) => code === most?.countryCode);
  if (most !== null && own !== undefined) {
    return { ...most, minutes: Math.min(most.minutes, MOST_MINUTES), isOwn: true };
  }
  const countryCode = countryAbroad(priced, homeCountry());
  return countryCode === undefined ? null : { countryCode, kind: 'mobile', minutes: EXAMPLE_MINUTES, isOwn: false };
}

const priceOf = (country: Country, kind: CalledKind) =>
  kind === 'mobile' ? country.mobilePerMinute : country.fixedPerMinute;

const kindsOf = (country: Country): CalledKind[] => KINDS.filter((kind) => priceOf(country, kind) !== null);
