import { type Micros, parseDecimal } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { type Account, lockAccount, putOnPlan, recordAuditEvent } from '../accounts/index.ts';
import { availableMicros, findWallet } from '../ledger/index.ts';
import { fillAllowances, takePrice, wholePeriodCharge } from './pay-plan.ts';
import { BASIC, type Plan, type Subscription } from './plan.ts';
import { addedGrants, nextPeriod, type PlanChange, planChange, wholeGrants } from './plan-change.ts';
import {
  alreadyOnPlan,
  changeIsPlanned,
  inWords,
  planHasNoEnd,
  planNotCovered,
  planNotFound,
  planQuoteStale,
  planRenewalUnderWay,
} from './plan-problems.ts';
import { allPlans } from './plans-store.ts';
import { endSubscription, findSubscription, lockSubscription, saveSubscription } from './subscriptions-store.ts';

export type PlanChangeDeps = { database: Database; clock: Clock };

/** What a change to a plan would do and cost now. Refuses a plan that is not offered, and one that changes nothing. */
export async function quotePlan(
  deps: PlanChangeDeps,
  wanted: { account: Account; planId: string },
): Promise<{ change: PlanChange; availableMicros: Micros }> {
  const { account, planId } = wanted;
  const subscription = await findSubscription(deps.database, account.id);
  const change = changeTo(await allPlans(deps.database), { account, subscription, planId, now: deps.clock.now() });
  const wallet = await findWallet(deps.database, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  return { change, availableMicros: availableMicros(wallet) };
}

/**
 * Changes an account's plan, all or nothing: the price is taken from the balance, and what the plan includes is filled at
 * once. `quoted` is what its user was shown as due now; if that is no longer true, nothing is changed. Null: nobody
 * quoted. Calls under way keep the price that they began with.
 */
export async function changePlan(
  deps: PlanChangeDeps,
  wanted: { accountId: string; userId: string; planId: string; quoted: string | null },
): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, wanted.accountId);
    if (account === null) throw new Error(`there is no account ${wanted.accountId}`);
    const subscription = await lockSubscription(tx, account.id);
    const change = changeTo(await allPlans(tx), { account, subscription, planId: wanted.planId, now: at });
    if (wanted.quoted !== null && parseDecimal(wanted.quoted) !== change.dueMicros) {
      throw planQuoteStale(inWords(change.dueMicros, account.currency));
    }
    await apply(tx, { account, subscription, change, at });
    await recordAuditEvent(tx, {
      at,
      actor: `user:${wanted.userId}`,
      action: 'plan.changed',
      accountId: account.id,
      subject: account.id,
      before: { plan: change.from.id },
      after: { plan: change.to.id, how: change.kind },
    });
    await publish(tx, { type: 'plan.changed', accountId: account.id, subjectId: account.id });
  });
}

type PlanChoice = { account: Account; subscription: Subscription | null; planId: string; now: Date };

function changeTo(plans: Plan[], { account, subscription, planId, now }: PlanChoice): PlanChange {
  const from = plans.find((plan) => plan.id === (subscription?.planId ?? BASIC));
  if (from === undefined) throw new Error(`account ${account.id} is on a plan that does not exist`);
  const to = plans.find((plan) => plan.id === planId.toLowerCase());
  const isHad = to?.id === from.id || to?.id === subscription?.nextPlanId;
  const isThere = to !== undefined && to.currency === account.currency && (to.isOffered || isHad);
  if (!isThere) throw planNotFound();
  const change = planChange(subscription, { from, to }, now);
  // No day of its period is left: the more expensive plan would cost nothing.
  if (change?.kind === 'upgrade' && change.period.to <= now) throw planRenewalUnderWay(from.name);
  if (change !== null) return change;
  throw to.id === from.id ? alreadyOnPlan(to.name) : changeIsPlanned(to.name);
}

/** Ends the plan when its period ends; asked twice it changes nothing more. Refuses for who has none. */
export async function cancelPlan(deps: PlanChangeDeps, wanted: { accountId: string; userId: string }): Promise<void> {
  const subscription = await findSubscription(deps.database, wanted.accountId);
  if (subscription === null) throw planHasNoEnd();
  if (subscription.nextPlanId === BASIC) return;
  await changePlan(deps, { ...wanted, planId: BASIC, quoted: null });
}

type Applied = { account: Account; subscription: Subscription | null; change: PlanChange; at: Date };

async function apply(tx: Transaction, { account, subscription, change, at }: Applied): Promise<void> {
  switch (change.kind) {
    case 'start':
      if (subscription !== null) {
        await endSubscription(tx, { subscriptionId: subscription.id, reason: 'replaced', at });
      }
      return await start(tx, { account, subscription, change, at });
    case 'pay':
      return await pay(tx, { account, subscription: there(subscription), change, at });
    case 'upgrade':
      return await upgrade(tx, { account, subscription: there(subscription), change, at });
    case 'later':
    case 'keep': {
      const next = change.kind === 'later' ? change.to.id : null;
      const kept = there(subscription);
      return await saveSubscription(tx, { ...kept, nextPlanId: next }, kept.period.to);
    }
    case 'end': {
      const ended = there(subscription);
      await endSubscription(tx, { subscriptionId: ended.id, reason: 'cancelled', at });
      return await putOnPlan(tx, { accountId: account.id, planId: BASIC, rateTable: ended.ownRateTable });
    }
  }
}

async function start(tx: Transaction, { account, subscription: before, change, at }: ApplyOf<'start'>): Promise<void> {
  const { to: plan, period } = change;
  const subscription: Subscription = {
    id: newId(at),
    accountId: account.id,
    planId: plan.id,
    ownRateTable: before?.ownRateTable ?? account.rateTable,
    startedAt: at,
    anchorAt: period.from,
    periodNumber: 1,
    period,
    nextPlanId: null,
    unpaid: null,
  };
  await saveSubscription(tx, subscription, period.to);
  const charge = wholePeriodCharge(subscription, { kind: 'start', plan, period, at });
  if (!(await takePrice(tx, account, charge))) throw await notCovered(tx, account, change);
  await fillAllowances(tx, { subscription, period, grants: wholeGrants(plan), chargeId: charge.id, at });
  await putOn(tx, subscription, plan);
}

async function pay(tx: Transaction, { account, subscription, change, at }: ApplyOf<'pay'>): Promise<void> {
  const plan = change.to;
  const paid: Subscription = {
    ...there(subscription),
    ...nextPeriod(there(subscription), at),
    planId: plan.id,
    nextPlanId: null,
    unpaid: null,
  };
  const charge = wholePeriodCharge(paid, { kind: 'renewal', plan, period: paid.period, at });
  await saveSubscription(tx, paid, paid.period.to);
  if (!(await takePrice(tx, account, charge))) throw await notCovered(tx, account, change);
  const grants = wholeGrants(plan);
  await fillAllowances(tx, { subscription: paid, period: paid.period, grants, chargeId: charge.id, at });
  await putOn(tx, paid, plan);
}

async function upgrade(tx: Transaction, { account, subscription, change, at }: ApplyOf<'upgrade'>): Promise<void> {
  const upgraded: Subscription = { ...there(subscription), planId: change.to.id, nextPlanId: null };
  const { period, days, daysLeft, dueMicros } = change;
  const chargeId = newId(at);
  await saveSubscription(tx, upgraded, period.to);
  // Allowances before money: in the order in which calls lock them.
  const grants = addedGrants(change, change);
  await fillAllowances(tx, { subscription: upgraded, period, grants, chargeId, at });
  const isTaken = await takePrice(tx, account, {
    id: chargeId,
    subscriptionId: upgraded.id,
    kind: 'change',
    planId: change.to.id,
    fromPlanId: change.from.id,
    period,
    days,
    daysLeft,
    amountMicros: dueMicros,
    at,
  });
  if (!isTaken) throw await notCovered(tx, account, change);
  await putOn(tx, upgraded, change.to);
}

type ApplyOf<Kind extends PlanChange['kind']> = Omit<Applied, 'change'> & {
  change: Extract<PlanChange, { kind: Kind }>;
};

async function putOn(tx: Transaction, subscription: Subscription, plan: Plan): Promise<void> {
  const { accountId, ownRateTable } = subscription;
  await putOnPlan(tx, { accountId, planId: plan.id, rateTable: plan.rateTable ?? ownRateTable });
}

async function notCovered(tx: Transaction, account: Account, change: PlanChange) {
  const wallet = await findWallet(tx, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  return planNotCovered(
    inWords(change.dueMicros, account.currency),
    inWords(availableMicros(wallet), account.currency),
  );
}

function there(subscription: Subscription | null): Subscription {
  if (subscription === null) throw new Error('this change is of a plan that the account is on');
  return subscription;
}
