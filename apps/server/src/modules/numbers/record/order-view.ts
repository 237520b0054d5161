import { type OrderedNumber, toMoney } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { ordersShown } from './orders-store.ts';
import { failureOf, isAwaited, type ProviderOrder } from './provider-order.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The orders of an account that wait, and those of the last day that failed. */
export async function viewOrders(
  db: Executor,
  { accountId, at }: { accountId: string; at: Date },
): Promise<OrderedNumber[]> {
  const since = new Date(at.getTime() - DAY_MS);
  return (await ordersShown(db, { accountId, since })).map(viewOrder);
}

export function viewOrder(order: ProviderOrder): OrderedNumber {
  const { e164: number, country, kind: type, currency, monthlyMicros, setupMicros, perMinuteMicros } = order.offer;
  const isPending = isAwaited(order);
  return {
    number,
    country,
    type,
    at: order.begunAt.toISOString(),
    monthly: toMoney(monthlyMicros, currency),
    setup: toMoney(setupMicros, currency),
    perMinute: toMoney(perMinuteMicros, currency),
    state: isPending ? 'pending' : 'failed',
    reason: isPending ? null : failureOf(order.reason),
  };
}
