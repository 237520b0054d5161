import type { Meter, MeterShare, SpendingLimits } from '@farline/contracts/limits';
import type { Money } from '@farline/contracts/money';
import { formatPrice, formatSum } from '../../lib/format/format.ts';
import { formatWhen } from '../../lib/format/format-time.ts';
import { limitsText } from '../../texts/limits.ts';
import { Amount } from '../../ui/amount.tsx';
import { limitToday } from './limit-today.ts';
import { Part } from './part.tsx';

/** What may be spent today; folded away, for whoever wants to know it, the most that could be lost and the sum that makes it so. */
export function MeterPart({ limits }: { limits: SpendingLimits }) {
  const t = limitsText.useText();
  const { meter } = limits;
  const today = limitToday(limits);
  const isEnough = cardsAreEnough(meter);
  return (
    <Part title={t('todayTitle')} data-testid="limits-meter">
      <p className="display text-display font-semibold" data-testid="limit-today">
        {today === null ? t('todayLifted') : <Amount of={today.limit} as="balance" />}
      </p>
      {today !== null && (
        <p className="figures mt-1 text-muted">
          {t('todayUsed', { used: formatSum(today.used) })} {t('todayEnds', { time: formatClock(limits.dayEndsAt) })}
        </p>
      )}
      <details className="mt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
          {t('worstCase')}
        </summary>
        <div className="mt-3 grid gap-5">
          <Worst meter={meter} />
          <Sum title={t('moneySide')}>
            <Line name={t('balance')} value={<Amount of={meter.money.balance} as="exact" />} />
            <Line name={t('topUps')} value={`+ ${formatPrice(meter.money.topUps)}`} />
            <Line
              name={t('savedCards')}
              value={isEnough ? t('moreThanLimits') : `+ ${formatPrice(meter.money.savedCards)}`}
            />
            {!isEnough && <Line name={t('sum')} value={<Amount of={meter.money.sum} as="exact" />} isTotal />}
          </Sum>
          <Sum title={t('limitsSide')}>
            <Line name={t('underWay')} value={<Amount of={meter.limits.underWay} as="exact" />} />
            {meter.limits.parts.map((part) => (
              <Share key={part.from} part={part} />
            ))}
            <Line name={t('sum')} value={orLifted(meter.limits.sum)} isTotal />
          </Sum>
          {!isEnough && <p className="text-note text-muted">{t('smallerCounts')}</p>}
        </div>
      </details>
    </Part>
  );
}

/**
 * Whether saved cards alone reach beyond what the limits allow: how far, as often as they might be used by then, takes nobody's
 * money and decides nothing.
 */
function cardsAreEnough({ money, limits }: Meter): boolean {
  return limits.sum !== null && Number(money.savedCards.amount) > Number(limits.sum.amount);
}

function Worst({ meter }: { meter: Meter }) {
  const t = limitsText.useText();
  return (
    <p className="prose-width text-muted">
      {t('meterTitle')}: <Amount of={meter.most} as="balance" className="font-semibold text-text" />.{' '}
      {t('meterLead', { time: formatClock(meter.until) })} {t(meter.decidedBy === 'money' ? 'byMoney' : 'byLimits')}
    </p>
  );
}

function Share({ part }: { part: Meter['limits']['parts'][number] }) {
  const t = limitsText.useText();
  const span = t('span', { from: formatClock(part.from), to: formatClock(part.to) });
  return (
    <>
      <Line name={t('accountDay', { span })} value={orLifted(part.account.dayLeft)} isDetail />
      <Line name={t('accountHours', { span })} value={hoursOf(part.account)} isDetail />
      <Line name={t('signInDay', { span })} value={orLifted(part.signIns.dayLeft)} isDetail />
      <Line name={t('signInHours', { span })} value={hoursOf(part.signIns)} isDetail />
      <Line name={t('smallest', { span })} value={`+ ${orLifted(part.most)}`} />
    </>
  );
}

function hoursOf({ hourLeft, hourLimit, hours }: MeterShare): string {
  if (hourLimit === null) return orLifted(null);
  const whole = `${hours} × ${formatPrice(hourLimit)}`;
  return hourLeft === null ? whole : `${formatPrice(hourLeft)} + ${whole}`;
}

const orLifted = (money: Money | null): string => (money === null ? limitsText.say('lifted') : formatPrice(money));

/** The time of day, with the day where it is not today. */
const formatClock = (instant: string): string => formatWhen(instant);

function Sum({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-1.5 grid gap-1">{children}</dl>
    </div>
  );
}

function Line({
  name,
  value,
  isTotal = false,
  isDetail = false,
}: {
  name: string;
  value: React.ReactNode;
  isTotal?: boolean;
  isDetail?: boolean;
}) {
  const clothes = isTotal ? 'font-semibold' : isDetail ? 'ps-4 text-note text-muted' : '';
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${clothes}`}>
      <dt>{name}</dt>
      <dd className="figures ms-auto text-end">{value}</dd>
    </div>
  );
}
