import { micros, toMoney } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { type Account, lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { releaseHold, settleHold } from '../../ledger/index.ts';
import { giveNumber } from '../renting/give-number.ts';
import type { Rental } from '../record/rental.ts';
import { insertRentCharge } from '../record/rentals-store.ts';
import { lockOrder, saveOrder } from '../record/orders-store.ts';
import { type FailureReason, failureOf, isAwaited, type ProviderOrder } from '../record/provider-order.ts';

type ToSettle = Pick<ProviderOrder, 'id' | 'accountId' | 'providerOrderId' | 'state'>;

/**
 * The provider has given us the number: it is the account's and what was held for it is taken, both or neither. Where nobody waits for it
 * any more (the order was given up, the account is closed) nothing is taken, and the number goes back. Told again, it changes nothing.
 */
export async function giveOrdered(tx: Transaction, told: ToSettle, at: Date): Promise<void> {
  const account = await lockAccount(tx, told.accountId);
  const order = { ...(await lockOrder(tx, told.id)), providerOrderId: told.providerOrderId };
  if (order.state === 'lost')
    return await saveOrder(tx, { ...order, state: 'releasing', settledAt: at, releasingAt: at }, at);
  if (!isAwaited(order)) return;
  if (account === null || account.state === 'closed') {
    await freeMoney(tx, order, at);
    const closed = { reason: 'account_closed', settledAt: at, releasingAt: at } as const;
    return await saveOrder(tx, { ...order, ...closed, state: 'releasing' }, at);
  }
  const rental = await giveNumber(tx, { account, offer: order.offer, at });
  await takeMoney(tx, { account, order, rental, at });
  await saveOrder(tx, { ...order, state: 'active', rentalId: rental.id, reason: null, settledAt: at }, at);
  await recordAuditEvent(tx, {
    at,
    actor: `user:${order.userId}`,
    action: 'number.rented',
    accountId: account.id,
    subject: rental.id,
    after: { number: order.offer.e164, order: order.id, provider: order.offer.carrier },
  });
  await tellChanged(tx, account.id);
}

/** `isSeen`: whoever ordered waits for the answer, and is told nothing more. */
export type GivenUp = { reason: FailureReason; at: Date; isSeen: boolean } & (
  | { state: 'refused' }
  /** It is watched further. */
  | { state: 'lost'; dueAt: Date }
);

/** The order came to nothing: what was held is free again, and its account is told. Told again, it changes nothing. */
export async function giveUpOrder(tx: Transaction, told: ToSettle, how: GivenUp): Promise<void> {
  const account = await lockAccount(tx, told.accountId);
  const present = await lockOrder(tx, told.id);
  // Another server has heard of it since it was asked for.
  if (how.state === 'lost' && present.state !== told.state) return;
  const order = { ...present, providerOrderId: told.providerOrderId ?? present.providerOrderId };
  const dueAt = how.state === 'lost' ? how.dueAt : null;
  if (order.state === 'lost' && how.state === 'refused')
    return await saveOrder(tx, { ...order, state: 'refused' }, null);
  if (!isAwaited(order)) return;
  await freeMoney(tx, order, how.at);
  // Why it was cancelled says more than that it has failed.
  const reason = failureOf(order.reason) ?? how.reason;
  await saveOrder(tx, { ...order, state: how.state, reason, settledAt: how.at }, dueAt);
  await tellChanged(tx, order.accountId);
  if (!how.isSeen && account !== null && account.state !== 'closed') await tellFailed(tx, order, reason);
}

async function takeMoney(
  tx: Transaction,
  { account, order, rental, at }: { account: Account; order: ProviderOrder; rental: Rental; at: Date },
): Promise<void> {
  const { id, holdId, offer } = order;
  const { monthlyMicros, setupMicros, currency } = offer;
  await insertRentCharge(tx, {
    id,
    accountId: account.id,
    rentalId: rental.id,
    period: rental.period,
    monthlyMicros,
    setupMicros,
    currency,
    at,
  });
  if (holdId === null) return;
  const chargeMicros = micros(monthlyMicros + setupMicros);
  const cause = { type: 'number', id };
  const settled = await settleHold(tx, { holdId, chargeMicros, cause, houseAccount: 'revenue', at });
  if (!settled.settled || settled.chargedMicros !== chargeMicros) {
    throw new Error(`the hold of order ${id} did not pay for its number`);
  }
}

async function freeMoney(tx: Transaction, { id, holdId }: ProviderOrder, at: Date): Promise<void> {
  if (holdId === null) return;
  const { released } = await releaseHold(tx, { holdId, at });
  if (!released) throw new Error(`the hold of order ${id} was settled, and the order was not`);
}

async function tellFailed(
  tx: Transaction,
  { id, accountId, offer }: ProviderOrder,
  reason: FailureReason,
): Promise<void> {
  const { e164: number, monthlyMicros, setupMicros, currency } = offer;
  const price = toMoney(micros(monthlyMicros + setupMicros), currency);
  const payload = { number, reason, price };
  await publish(tx, { type: 'number.order_failed', accountId, subjectId: id, payload });
}

async function tellChanged(tx: Transaction, accountId: string): Promise<void> {
  await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
}
