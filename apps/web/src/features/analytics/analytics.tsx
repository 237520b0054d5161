import type { CallFigures } from '@farline/contracts/insight';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { isDay } from '../../lib/format/is-day.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { knownTimeZones, todayIn } from '../../lib/format/time-zone.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { lastDays, PeriodChoice } from '../../ui/period.tsx';
import { Select } from '../../ui/select.tsx';
import { ByDay } from './by-day.tsx';
import { ByPlace } from './by-place.tsx';
import { csvPathOf, insightQuery, type Span } from './insight-query.ts';
import { type Measure, MEASURES, roundWordOf, wordOf } from './measure.ts';

/** What calls came to in a chosen period and zone. The choice stands in the address, so that it can be kept and sent on. */
export function Analytics({ homeZone, emptyAction }: { homeZone: string; emptyAction: ReactNode }) {
  const t = analyticsText.useText();
  const [address, setAddress] = useSearchParams();
  const { span, measure } = readAddress(address, homeZone);
  const insight = useQuery(insightQuery(span), queryClient);
  const change = (part: Partial<Span & { figure: Measure }>): void => {
    setAddress({ ...span, figure: measure, ...part }, { replace: true, preventScrollReset: true });
  };

  return (
    <div className="@container grid gap-4">
      <div className="grid items-end gap-3 @2xl:grid-cols-[1fr_15rem]">
        <PeriodChoice value={span} today={todayIn(span.zone)} onChoose={change} />
        <Select label={t('zone')} value={span.zone} onChange={(event) => change({ zone: event.target.value })}>
          {knownTimeZones(span.zone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </div>
      {insight.isError && (
        <Failed
          error={insight.error}
          fallback={t('failed')}
          safe={t('notTouched')}
          onTryAgain={() => void insight.refetch()}
        />
      )}
      {insight.isPending && <PageSkeleton />}
      {insight.data !== undefined && (
        <>
          <Totals total={insight.data.total} measure={measure} onChoose={(figure) => change({ figure })} />
          {insight.data.total.calls === 0 && Number(insight.data.total.spend.amount) === 0 ? (
            <Empty level="h2" title={t('emptyTitle')} action={emptyAction}>
              {t('emptyBody')}
            </Empty>
          ) : (
            <>
              <ByDay
                days={insight.data.days}
                currency={insight.data.total.spend.currency}
                measure={measure}
                csvPath={csvPathOf(span, 'day')}
              />
              <div className="grid items-start gap-4 @2xl:grid-cols-2 [&>*]:min-w-0">
                <ByPlace
                  by="country"
                  places={insight.data.countries}
                  measure={measure}
                  csvPath={csvPathOf(span, 'country')}
                />
                <ByPlace
                  by="destination"
                  places={insight.data.destinations}
                  measure={measure}
                  csvPath={csvPathOf(span, 'destination')}
                />
              </div>
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The sums of the period; one of them is what the charts show. */
function Totals({
  total,
  measure,
  onChoose,
}: {
  total: CallFigures;
  measure: Measure;
  onChoose: (measure: Measure) => void;
}) {
  const t = analyticsText.useText();
  return (
    <fieldset className="grid grid-cols-2 gap-3 @2xl:grid-cols-5">
      <legend className="sr-only">{t('figure')}</legend>
      {MEASURES.map((name) => (
        <label
          key={name}
          className={cx(
            'relative flex cursor-pointer flex-col justify-between gap-1 rounded-card bg-raised p-4 transition-shadow @max-2xl:last:col-span-2',
            'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            name === measure ? 'shadow-[inset_0_0_0_2px_var(--accent)]' : 'hover:shadow-[inset_0_0_0_2px_var(--line)]',
          )}
        >
          <input
            type="radio"
            name="figure"
            value={name}
            checked={name === measure}
            onChange={() => onChoose(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className={cx('text-note', name === measure ? 'font-semibold text-accent' : 'text-muted')}>
            {t(`total_${name}`)}
          </span>
          <span
            className="display figures text-title font-semibold"
            title={wordOf(total, name) ?? undefined}
            data-testid={`total-${name}`}
          >
            {roundWordOf(total, name) ?? t('none')}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function PageSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 @2xl:grid-cols-5">
        {MEASURES.map((measure) => (
          <Skeleton key={measure} className="h-20 rounded-card @max-2xl:last:col-span-2" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-card" />
    </>
  );
}

/** What is left out or makes no sense in the address is as usual: 30 days, at home, calls. */
function readAddress(address: URLSearchParams, homeZone: string): { span: Span; measure: Measure } {
  const zone = knownZone(address.get('zone')) ?? homeZone;
  const usual = lastDays(30, todayIn(zone));
  const [from, to] = [day(address.get('from')), day(address.get('to'))];
  const period = from !== null && to !== null && from <= to ? { from, to } : usual;
  return { span: { ...period, zone }, measure: MEASURES.find((name) => name === address.get('figure')) ?? 'calls' };
}

function day(text: string | null): string | null {
  return text !== null && isDay(text) ? text : null;
}

function knownZone(name: string | null): string | null {
  if (name === null) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === '' ? null : name;
  } catch {
    return null;
  }
}
