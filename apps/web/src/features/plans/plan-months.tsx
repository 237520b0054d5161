import { formatDecimal, type Micros } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { Plan } from '@farline/contracts/plans';
import type { Rate } from '@farline/contracts/rates';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { useLanguage } from '../../lib/language/i18n.ts';
import { queryClient, ratesQuery } from '../../lib/session/queries.ts';
import { plansText } from '../../texts/plans.ts';
import { Amount } from '../../ui/amount.tsx';
import { cx } from '../../ui/cx.ts';
import { type MonthOfCalls, monthsWith, type PlanMonth } from './plan-advice.ts';

/** The sum of a month with each plan, which of them is the cheapest, and what the sums leave out. */
export function PlanMonths({ plans, calls }: { plans: readonly Plan[]; calls: MonthOfCalls }) {
  const { months, cheapest } = monthsWith(plans, calls);
  if (months.length === 0) return null;
  const { currency } = calls.perMinute;
  return (
    <>
      <p role="status" className="mt-5 text-lead font-semibold" data-testid="cheapest-plan">
        <Cheapest cheapest={cheapest} currency={currency} />
      </p>
      <ul className="mt-3 grid gap-3 @2xl:grid-cols-3">
        {months.map((month) => (
          <li key={month.plan.id} className="grid">
            <Month month={month} currency={currency} isCheapest={cheapest.includes(month)} />
          </li>
        ))}
      </ul>
      <LeftOut calls={calls} />
    </>
  );
}

const money = (amount: Micros, currency: string): Money => ({ amount: formatDecimal(amount), currency });

function Cheapest({ cheapest, currency }: { cheapest: readonly PlanMonth[]; currency: string }) {
  const t = plansText.useText();
  const language = useLanguage();
  const [first, ...others] = cheapest;
  if (first === undefined) return null;
  const price = formatPrice(money(first.totalMicros, currency));
  const names = cheapest.map(({ plan }) => plan.name);
  return others.length === 0
    ? t('adviceCheapest', { name: first.plan.name, price })
    : t('adviceSame', { names: new Intl.ListFormat(language, { type: 'conjunction' }).format(names), price });
}

interface MonthProps {
  month: PlanMonth;
  currency: string;
  isCheapest: boolean;
}

function Month({ month, currency, isCheapest }: MonthProps) {
  const t = plansText.useText();
  const { plan, includedMinutes, paidMinutes, perMinuteMicros, callsMicros, totalMicros } = month;
  const rate = formatRateShort(money(perMinuteMicros, currency));
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col rounded-control p-4',
        isCheapest ? 'bg-softer shadow-[inset_0_0_0_2px_var(--accent)]' : 'shadow-[inset_0_0_0_1px_var(--line)]',
      )}
      data-testid={`month-${plan.id}`}
    >
      <h3 className="font-semibold">{plan.name}</h3>
      <p className="display mt-1 text-title font-semibold">
        <Amount of={money(totalMicros, currency)} as="exact" />
      </p>
      {isCheapest && (
        <p className="flex gap-1.5 text-note font-semibold text-accent">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('adviceBest')}
        </p>
      )}
      <dl className="figures mt-auto grid gap-1 pt-3 text-note">
        <Line name={t('adviceFee')}>
          <Amount of={plan.pricePerMonth} as="exact" />
        </Line>
        {includedMinutes > 0 && (
          <Line name={t('adviceIncluded', { minutes: formatCount(includedMinutes) })}>
            <Amount of={{ amount: '0', currency }} as="exact" />
          </Line>
        )}
        {paidMinutes > 0 && (
          <Line name={t('advicePaid', { minutes: formatCount(paidMinutes), rate })}>
            <Amount of={money(callsMicros, currency)} as="exact" />
          </Line>
        )}
      </dl>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the sums do not hold: nobody knows how many calls the minutes will be. */
function LeftOut({ calls }: { calls: MonthOfCalls }) {
  const t = plansText.useText();
  const rates = useQuery(ratesQuery(calls.countryCode), queryClient);
  const rate = rateOf(rates.data?.rates ?? [], calls);
  return (
    <p className="prose-width mt-4 text-note text-muted" data-testid="left-out">
      {[t('adviceLeftOut'), ...(rate === undefined ? [] : perCall(rate))].join(' ')}
    </p>
  );
}

/** In North America a mobile may have no rate of its own: it costs what a landline does. */
function rateOf(rates: readonly Rate[], { kind, perMinute }: MonthOfCalls): Rate | undefined {
  const same = rates.filter((rate) => rate.perMinute.amount === perMinute.amount);
  return same.find((rate) => rate.kind === kind) ?? same.find((rate) => rate.kind === 'fixed');
}

function perCall({ firstSeconds, nextSeconds, minimumSeconds, connectionFee }: Rate): string[] {
  const t = plansText.say;
  const isBySecond = firstSeconds === 1 && nextSeconds === 1;
  const steps =
    firstSeconds === nextSeconds
      ? t('adviceStepsEven', { next: nextSeconds })
      : t('adviceSteps', { first: firstSeconds, next: nextSeconds });
  return [
    ...(isBySecond ? [] : [steps]),
    ...(minimumSeconds > firstSeconds ? [t('adviceMinimum', { seconds: minimumSeconds })] : []),
    ...(Number(connectionFee.amount) > 0 ? [t('adviceConnection', { fee: formatPrice(connectionFee) })] : []),
  ];
}
