import type { Micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Account } from '../accounts/index.ts';
import { allowanceUnit, chargeWallet, createWallet, MESSAGES, microsOfSeconds, topUp } from '../ledger/index.ts';
import { keepAllowance } from './allowances-store.ts';
import { daysOf, type Period, type Plan, type Subscription } from './plan.ts';
import type { Grant } from './plan-change.ts';
import { insertPlanCharge, type PlanCharge } from './subscriptions-store.ts';

/**
 * Takes the price of a plan out of the account's money, once for each charge and after what is owed. False when what can
 * be spent does not cover it: then nothing was taken for it. The subscription has been saved before.
 */
export async function takePrice(
  tx: Transaction,
  account: Account,
  charge: Omit<PlanCharge, 'accountId' | 'currency'>,
): Promise<boolean> {
  const { id, amountMicros, at } = charge;
  const { walletId, currency } = account;
  const cause = { type: 'plan', id };
  if (!(await chargeWallet(tx, { walletId, unit: currency, amountMicros, cause, at }))) return false;
  await insertPlanCharge(tx, { ...charge, accountId: account.id, currency });
  return true;
}

/** A charge for a whole period of a plan. */
export function wholePeriodCharge(
  subscription: Subscription,
  charge: { kind: 'start' | 'renewal'; plan: Plan; period: Period; at: Date },
): Omit<PlanCharge, 'accountId' | 'currency'> & { amountMicros: Micros } {
  const { plan, period, kind, at } = charge;
  const { days } = daysOf(period, period.from);
  return {
    id: newId(at),
    subscriptionId: subscription.id,
    kind,
    planId: plan.id,
    fromPlanId: null,
    period,
    days,
    daysLeft: days,
    amountMicros: plan.priceMicros,
    at,
  };
}

/** Fills the allowances of a period: each is a wallet of its own, which ends with the period. Once for each charge. */
export async function fillAllowances(
  tx: Transaction,
  filled: { subscription: Subscription; period: Period; grants: readonly Grant[]; chargeId: string; at: Date },
): Promise<void> {
  const { subscription, period, at } = filled;
  const { accountId } = subscription;
  for (const { group, units } of filled.grants) {
    const unit = group === null ? MESSAGES : allowanceUnit(group);
    const walletId = await keepAllowance(tx, {
      walletId: newId(at),
      accountId,
      subscriptionId: subscription.id,
      group,
      periodFrom: period.from,
      expiresAt: period.to,
    });
    await createWallet(tx, { walletId, accountId, unit, expiresAt: period.to, at });
    await topUp(tx, {
      walletId,
      amountMicros: microsOfSeconds(units),
      from: 'allowance_granted',
      cause: { type: 'allowance', id: `${filled.chargeId} ${unit}` },
      at,
    });
  }
}
