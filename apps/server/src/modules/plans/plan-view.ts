import {
  type AllowanceView,
  type Plan as PlanReply,
  type PlanQuote,
  type SubscriptionView,
  toMoney,
} from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Account } from '../accounts/index.ts';
import { allowanceUnit, MESSAGES, sumsOfAllowances, wholeUnits } from '../ledger/index.ts';
import type { Rating } from '../rating/index.ts';
import { allowancesAt } from './allowances-store.ts';
import type { quotePlan } from './change-plan.ts';
import { BASIC, type Plan, type Subscription } from './plan.ts';
import { addedGrants, type Grant, type PlanChange, wholeGrants } from './plan-change.ts';
import { allPlans } from './plans-store.ts';
import { findSubscription } from './subscriptions-store.ts';

export type PlanViewDeps = {
  database: Database;
  clock: Clock;
  rating: Pick<Rating, 'groups' | 'percentOff'>;
};

/** The plans that can be changed to in a currency, and what each includes. */
export async function plansIn(deps: Omit<PlanViewDeps, 'clock'>, currency: string): Promise<PlanReply[]> {
  const plans = await allPlans(deps.database);
  return plans
    .filter((plan) => plan.isOffered && plan.currency === currency)
    .map((plan) => viewPlan(plan, deps.rating));
}

function viewPlan(plan: Plan, rating: PlanViewDeps['rating']): PlanReply {
  const included = plan.minutes.map(({ group, seconds }) => {
    const whole = rating.groups().get(group);
    return {
      group,
      title: whole?.title ?? group,
      minutes: Math.floor(seconds / 60),
      countryCodes: whole?.countryCodes ?? [],
      kinds: whole?.kinds ?? [],
    };
  });
  const percentOff = plan.rateTable === null ? 0 : rating.percentOff(plan.rateTable);
  return {
    id: plan.id,
    name: plan.name,
    pricePerMonth: toMoney(plan.priceMicros, plan.currency),
    features: featuresOf(plan, { included, percentOff }),
    included,
    includedMessages: plan.includedMessages,
    percentOff,
    isSample: plan.isSample,
  };
}

/** What a plan gives, in English sentences. */
function featuresOf(
  plan: Plan,
  view: { included: { title: string; minutes: number }[]; percentOff: number },
): string[] {
  if (plan.id === BASIC) {
    return [
      'No monthly fee: you pay only for the calls you make',
      'Calls from the browser to every open destination of the rate table',
      'The price is shown before a call and frozen for it',
      'Credit doesn’t expire',
    ];
  }
  return [
    ...view.included.map(({ title, minutes }) => `${minutes} minutes each month: ${title}`),
    ...(view.percentOff > 0 ? [`${view.percentOff} % off the price of all other minutes`] : []),
    ...(plan.includedMessages > 0 ? [`${plan.includedMessages} messages each month`] : []),
    'Included minutes are used before your balance and end with the month; credit doesn’t expire',
  ];
}

/** What an account is on, what comes next, and what is left of it. */
export async function subscriptionOf(deps: PlanViewDeps, account: Account): Promise<SubscriptionView> {
  const plans = await allPlans(deps.database);
  const subscription = await findSubscription(deps.database, account.id);
  const plan = planOf(plans, subscription?.planId ?? BASIC);
  const money = (of: Plan) => toMoney(of.priceMicros, account.currency);
  const nextPlanId = subscription?.nextPlanId ?? null;
  const next = nextPlanId === null ? null : planOf(plans, nextPlanId);
  const unpaid = subscription?.unpaid ?? null;
  const { name, id: planId } = plan;
  return {
    planId,
    name,
    status: unpaid === null ? 'active' : 'past_due',
    pricePerMonth: money(plan),
    startedAt: (subscription?.startedAt ?? account.createdAt).toISOString(),
    renewsAt: subscription === null || unpaid !== null ? null : subscription.period.to.toISOString(),
    next:
      next === null || subscription === null
        ? null
        : {
            planId: next.id,
            name: next.name,
            pricePerMonth: money(next),
            startsAt: subscription.period.to.toISOString(),
          },
    pastDue: unpaid === null ? null : { amount: money(next ?? plan), until: unpaid.graceTo.toISOString() },
    allowances: subscription === null ? [] : await allowancesOf(deps, subscription),
  };
}

/** The allowances that count now, with what became of them. */
export async function allowancesOf(deps: PlanViewDeps, subscription: Subscription): Promise<AllowanceView[]> {
  const { accountId, id: subscriptionId } = subscription;
  const at = deps.clock.now();
  const allowances = await allowancesAt(deps.database, { accountId, subscriptionId, at });
  const sums = await sumsOfAllowances(
    deps.database,
    allowances.map(({ walletId }) => walletId),
  );
  const groups = deps.rating.groups();
  return allowances.flatMap(({ walletId, group, expiresAt }) => {
    const sum = sums.find((one) => one.walletId === walletId);
    if (sum === undefined || sum.unit !== (group === null ? MESSAGES : allowanceUnit(group))) return [];
    return [
      {
        unit: group === null ? ('messages' as const) : ('seconds' as const),
        group,
        title: group === null ? null : (groups.get(group)?.title ?? group),
        included: wholeUnits(sum.grantedMicros),
        used: wholeUnits(sum.usedMicros),
        held: wholeUnits(sum.heldMicros),
        left: wholeUnits(sum.availableMicros),
        expiresAt: expiresAt.toISOString(),
      },
    ];
  });
}

/** A change of plan as its user sees it before confirming it. */
export function viewQuote(
  deps: Pick<PlanViewDeps, 'clock' | 'rating'>,
  { change, availableMicros }: Awaited<ReturnType<typeof quotePlan>>,
): PlanQuote {
  const { from, to, dueMicros } = change;
  const { currency } = to;
  const sideOf = ({ id, name, priceMicros }: Plan) => ({
    planId: id,
    name,
    pricePerMonth: toMoney(priceMicros, currency),
  });
  return {
    kind: change.kind,
    from: sideOf(from),
    to: sideOf(to),
    at: (change.kind === 'later' ? change.at : deps.clock.now()).toISOString(),
    until: 'period' in change ? change.period.to.toISOString() : null,
    proration:
      change.kind === 'upgrade'
        ? {
            days: change.days,
            daysLeft: change.daysLeft,
            newPart: toMoney(change.newPartMicros, currency),
            unusedPart: toMoney(change.unusedPartMicros, currency),
          }
        : null,
    dueNow: toMoney(dueMicros, currency),
    available: toMoney(availableMicros, currency),
    isCovered: availableMicros >= dueMicros,
    adds: grantsOf(change).map(({ group, units }) => ({
      unit: group === null ? ('messages' as const) : ('seconds' as const),
      group,
      title: group === null ? null : (deps.rating.groups().get(group)?.title ?? group),
      count: units,
    })),
  };
}

function grantsOf(change: PlanChange): Grant[] {
  switch (change.kind) {
    case 'start':
    case 'pay':
      return wholeGrants(change.to);
    case 'upgrade':
      return addedGrants(change, change);
    case 'later':
    case 'keep':
    case 'end':
      return [];
  }
}

function planOf(plans: Plan[], planId: string): Plan {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`there is no plan ${planId}`);
  return plan;
}
