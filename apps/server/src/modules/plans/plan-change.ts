import { type Micros, micros } from '@farline/contracts';
import { daysOf, monthsAfter, type Period, type Plan, type Subscription } from './plan.ts';

/** What a change of plan does and costs. `from` and `to` are the plans before and after it. */
export type PlanChange =
  /** A paid plan from now on, whole. */
  | { kind: 'start'; from: Plan; to: Plan; period: Period; dueMicros: Micros }
  /** A more expensive plan for the rest of the period: its part of the price, less the unused part of the other. */
  | {
      kind: 'upgrade';
      from: Plan;
      to: Plan;
      period: Period;
      days: number;
      daysLeft: number;
      newPartMicros: Micros;
      unusedPartMicros: Micros;
      dueMicros: Micros;
    }
  /** Another plan, or none, when the period ends: what is paid stays. */
  | { kind: 'later'; from: Plan; to: Plan; at: Date; dueMicros: Micros }
  /** What was to come when the period ends does not come. */
  | { kind: 'keep'; from: Plan; to: Plan; period: Period; dueMicros: Micros }
  /** The next period, which could not be paid when it began: of the plan that was to come, or of the present one in its place. */
  | { kind: 'pay'; from: Plan; to: Plan; period: Period; dueMicros: Micros }
  /** A plan whose next period is not paid ends at once. */
  | { kind: 'end'; from: Plan; to: Plan; dueMicros: Micros };

const NOTHING = micros(0n);

/**
 * What it takes to change from one plan to another at an instant; null: nothing would change. A more expensive plan counts at once
 * and costs its part for the days left, a cheaper one counts when the period ends. No arithmetic but this one is done.
 */
export function planChange(
  subscription: Subscription | null,
  plans: { from: Plan; to: Plan },
  now: Date,
): PlanChange | null {
  const { from, to } = plans;
  const isPaid = to.priceMicros > 0n;
  const fresh = { from: now, to: monthsAfter(now, 1) };
  if (subscription === null) {
    return isPaid ? { kind: 'start', from, to, period: fresh, dueMicros: to.priceMicros } : null;
  }
  if (subscription.unpaid !== null) {
    if (!isPaid) return { kind: 'end', from, to, dueMicros: NOTHING };
    return to.id === from.id || to.id === subscription.nextPlanId
      ? { kind: 'pay', from, to, period: nextPeriod(subscription, now).period, dueMicros: to.priceMicros }
      : { kind: 'start', from, to, period: fresh, dueMicros: to.priceMicros };
  }
  if (to.id === from.id) {
    if (subscription.nextPlanId === null) return null;
    return { kind: 'keep', from, to, period: subscription.period, dueMicros: NOTHING };
  }
  if (to.priceMicros > from.priceMicros) return upgrade(subscription, plans, now);
  if (to.id === subscription.nextPlanId) return null;
  return { kind: 'later', from, to, at: subscription.period.to, dueMicros: NOTHING };
}

function upgrade({ period }: Subscription, { from, to }: { from: Plan; to: Plan }, now: Date): PlanChange {
  const { days, daysLeft } = daysOf(period, now);
  const newPartMicros = micros(part(to.priceMicros, daysLeft, days));
  const unusedPartMicros = micros(part(from.priceMicros, daysLeft, days));
  return {
    kind: 'upgrade',
    from,
    to,
    period,
    days,
    daysLeft,
    newPartMicros,
    unusedPartMicros,
    dueMicros: micros(newPartMicros - unusedPartMicros),
  };
}

/** So many days' part of an amount, rounded down to the millionth. */
function part(amount: bigint, daysLeft: number, days: number): bigint {
  return (amount * BigInt(daysLeft)) / BigInt(days);
}

/** An allowance that is filled: seconds of a group, or messages (group null). Never less than one. */
export type Grant = { group: string | null; units: number };

/** What a plan includes in a whole period. */
export function wholeGrants(plan: Plan): Grant[] {
  const messages = plan.includedMessages > 0 ? [{ group: null, units: plan.includedMessages }] : [];
  return [...plan.minutes.map(({ group, seconds }) => ({ group, units: seconds })), ...messages];
}

/** What a more expensive plan adds for the rest of a period: its part of what it includes more. Nothing is taken away. */
export function addedGrants(plans: { from: Plan; to: Plan }, rest: { days: number; daysLeft: number }): Grant[] {
  const before = new Map(wholeGrants(plans.from).map(({ group, units }) => [group, units]));
  return wholeGrants(plans.to)
    .map(({ group, units }) => {
      const more = Math.max(0, units - (before.get(group) ?? 0));
      return { group, units: Math.floor((more * rest.daysLeft) / rest.days) };
    })
    .filter(({ units }) => units > 0);
}

/**
 * The period after the present one. One that would be over already, because nobody was there to begin it, is not charged
 * for: then it begins now.
 */
export function nextPeriod(
  subscription: Subscription,
  now: Date,
): { period: Period; anchorAt: Date; periodNumber: number } {
  const { anchorAt, periodNumber, period } = subscription;
  const to = monthsAfter(anchorAt, periodNumber + 1);
  if (to > now) return { period: { from: period.to, to }, anchorAt, periodNumber: periodNumber + 1 };
  return { period: { from: now, to: monthsAfter(now, 1) }, anchorAt: now, periodNumber: 1 };
}
