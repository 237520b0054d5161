import { toMoney } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { type NewEvent, publish } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { type Account, lockAccount, putOnPlan } from '../accounts/index.ts';
import { availableMicros, findWallet, owedBy } from '../ledger/index.ts';
import { fillAllowances, takePrice, wholePeriodCharge } from './pay-plan.ts';
import { BASIC, type Plan, type Subscription } from './plan.ts';
import { nextPeriod, wholeGrants } from './plan-change.ts';
import { allPlans } from './plans-store.ts';
import { eachInTurn, type ListPosition } from '../../platform/in-turn.ts';
import { type Missing, missingFor, type SavedMethods } from './renewal-payment.ts';
import { type RenewalPayment, renewalPayments } from '../payments/index.ts';
import {
  dueSubscriptions,
  endSubscription,
  isDue,
  lockSubscription,
  saveSubscription,
  type SubscriptionEnd,
} from './subscriptions-store.ts';

export type RenewDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  /** Null: nobody takes payments here, and the balance alone pays. */
  savedMethods: SavedMethods | null;
};

const AT_ONCE = 100;
const DAY_MS = 24 * 60 * 60_000;
/** How long a plan goes on without the payment of its next period: lower rates, but no new minutes. */
export const GRACE_MS = 3 * DAY_MS;
/** How often money is looked for meanwhile. */
const TRY_AGAIN_MS = 60_000;
/** A payment by a saved method is mostly through within this time, and not waited for longer than that. */
const LOOK_AGAIN_MS = 3_000;
const LONGEST_PAYMENT_MS = 60 * 60_000;

/**
 * Begins the next period of every plan whose period is over, or ends the plan; each in its own transaction, so that any
 * number of workers do it exactly once. Some each time, in turn: one that fails does not keep the others.
 */
export function createPlanRenewer(deps: RenewDeps, most = AT_ONCE): () => Promise<void> {
  return eachInTurn<ListPosition>({
    most,
    read: async (after) => await dueSubscriptions(deps.database, { now: deps.clock.now(), after, most }),
    work: async ({ id: accountId }) => {
      const now = deps.clock.now();
      const missing = await inTransaction(deps.database, async (tx) => await renewPlan(deps, tx, accountId, now));
      // After the commit: a provider is asked in no transaction.
      if (missing !== null) await deps.savedMethods?.pay(missing);
    },
    failed: ({ id: account }, error) =>
      deps.log.error({ err: error, account }, 'a plan could not be renewed; it stays due'),
  });
}

/** Gives what the balance lacks, when a saved method is to pay it before anything else is decided. */
async function renewPlan(deps: RenewDeps, tx: Transaction, accountId: string, now: Date): Promise<Missing | null> {
  const account = await lockAccount(tx, accountId);
  const subscription = await lockSubscription(tx, accountId);
  if (account === null || subscription === null || !(await isDue(tx, subscription.id, now))) return null;
  if (account.state === 'closed') return await end(tx, { account, subscription, reason: 'account_closed', now });

  const plans = await allPlans(tx);
  const plan = planOf(plans, subscription.nextPlanId ?? subscription.planId);
  if (plan.id === BASIC) return await end(tx, { account, subscription, reason: 'cancelled', now });
  if (await begin(tx, { account, subscription, plan, now })) return null;
  const asked = await askMethod(deps, tx, { account, subscription, plan, now });
  if (asked.isWaitedFor) return asked.missing;
  if (subscription.unpaid !== null && subscription.unpaid.graceTo <= now) {
    return await end(tx, { account, subscription, reason: 'unpaid', now });
  }
  await wait(deps, tx, { account, subscription, plan, now });
  return null;
}

/**
 * Where the balance does not cover it, the default payment method is asked, and waited for: once, and again where the provider never heard
 * of it, or where something was spent while it was paid. A card that was declined is not asked again.
 */
async function askMethod(
  { savedMethods }: RenewDeps,
  tx: Transaction,
  { account, subscription, plan, now }: Renewal,
): Promise<{ isWaitedFor: boolean; missing: Missing | null }> {
  const no = { isWaitedFor: false, missing: null };
  if (savedMethods === null) return no;
  const keys = keysOf(subscription);
  const payments = await renewalPayments(tx, { accountId: account.id, keys });
  const last = payments.at(-1) ?? null;
  const isUnderWay = last !== null && !hasEnded(last) && now.getTime() - last.createdAt.getTime() < LONGEST_PAYMENT_MS;
  const next = mayBeAsked(last, { isUnpaid: subscription.unpaid !== null }) ? keys[payments.length] : undefined;
  const key = next !== undefined && (await savedMethods.defaultIs(tx, account.id)) === 'ready' ? next : null;
  if (!isUnderWay && key === null) return no;

  await saveSubscription(tx, subscription, new Date(now.getTime() + LOOK_AGAIN_MS));
  const wallet = await findWallet(tx, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  const amountMicros = missingFor(plan.priceMicros, {
    availableMicros: availableMicros(wallet),
    owedMicros: await owedBy(tx, account.walletId),
  });
  const missing = key !== null ? { account, subscriptionId: subscription.id, amountMicros, key } : null;
  return { isWaitedFor: true, missing };
}

/** Of the payments for one period: so many at most. */
function keysOf({ id, period }: Subscription): string[] {
  const key = `plan ${id} ${period.to.getTime()}`;
  return [key, `${key} 2`, `${key} 3`];
}

/** `last` null: there was no payment yet. For a plan that is unpaid already, only what the provider never heard of is asked again. */
function mayBeAsked(last: RenewalPayment | null, { isUnpaid }: { isUnpaid: boolean }): boolean {
  if (last?.state === 'cancelled') return last.decline === null && last.providerId === null;
  return !isUnpaid && (last === null || last.state === 'succeeded');
}

const hasEnded = ({ state }: { state: string }) => ['succeeded', 'failed', 'cancelled'].includes(state);

type Renewal = { account: Account; subscription: Subscription; plan: Plan; now: Date };

/** Begins the next period if the balance covers it. */
async function begin(tx: Transaction, { account, subscription, plan, now }: Renewal): Promise<boolean> {
  const renewed: Subscription = {
    ...subscription,
    ...nextPeriod(subscription, now),
    planId: plan.id,
    nextPlanId: null,
    unpaid: null,
  };
  const { period } = renewed;
  const charge = wholePeriodCharge(renewed, { kind: 'renewal', plan, period, at: now });
  if (!(await takePrice(tx, account, charge))) return false;
  await saveSubscription(tx, renewed, period.to);
  await fillAllowances(tx, { subscription: renewed, period, grants: wholeGrants(plan), chargeId: charge.id, at: now });
  const rateTable = plan.rateTable ?? renewed.ownRateTable;
  await putOnPlan(tx, { accountId: account.id, planId: plan.id, rateTable });
  await tell(tx, account, {
    type: 'plan.renewed',
    accountId: account.id,
    subjectId: charge.id,
    payload: {
      plan: plan.name,
      price: toMoney(plan.priceMicros, account.currency),
      until: period.to.toISOString(),
    },
  });
  return true;
}

/** The balance does not cover it: the plan goes on for some days, and the money is looked for again. Told once. */
async function wait(
  { savedMethods }: RenewDeps,
  tx: Transaction,
  { account, subscription, plan, now }: Renewal,
): Promise<void> {
  const unpaid = subscription.unpaid ?? { since: now, graceTo: new Date(now.getTime() + GRACE_MS) };
  const next = Math.min(now.getTime() + TRY_AGAIN_MS, unpaid.graceTo.getTime());
  await saveSubscription(tx, { ...subscription, unpaid }, new Date(next));
  if (subscription.unpaid !== null) return;
  await tell(tx, account, {
    type: 'plan.renewal_failed',
    accountId: account.id,
    subjectId: `${subscription.id} ${subscription.periodNumber}`,
    payload: {
      plan: plan.name,
      price: toMoney(plan.priceMicros, account.currency),
      until: unpaid.graceTo.toISOString(),
      isCardDisputed: (await savedMethods?.defaultIs(tx, account.id)) === 'held_back',
    },
  });
}

async function end(
  tx: Transaction,
  ended: { account: Account; subscription: Subscription; reason: SubscriptionEnd; now: Date },
): Promise<null> {
  const { account, subscription, reason, now } = ended;
  await endSubscription(tx, { subscriptionId: subscription.id, reason, at: now });
  await putOnPlan(tx, { accountId: account.id, planId: BASIC, rateTable: subscription.ownRateTable });
  if (reason === 'account_closed') return null;
  const plan = planOf(await allPlans(tx), subscription.planId);
  await tell(tx, account, {
    type: 'plan.ended',
    accountId: account.id,
    subjectId: subscription.id,
    payload: { plan: plan.name, reason: reason === 'unpaid' ? 'unpaid' : 'cancelled' },
  });
  return null;
}

/** Tells an account's users, in the list and by mail, and its open pages. */
async function tell(
  tx: Transaction,
  account: Account,
  told: NewEvent<'plan.renewed' | 'plan.renewal_failed' | 'plan.ended'>,
): Promise<void> {
  await publish(tx, told);
  await publish(tx, { type: 'plan.changed', accountId: account.id, subjectId: account.id });
}

function planOf(plans: Plan[], planId: string): Plan {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`there is no plan ${planId}`);
  return plan;
}
