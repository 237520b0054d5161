import type { NumberProvider } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { NumberPrices } from '../../../platform/settings/number-provider.ts';
import type { RentDeps } from '../renting/rent-number.ts';
import { lockOrder, saveOrder } from '../record/orders-store.ts';
import { isAwaited, nextLookAt, type ProviderOrder } from '../record/provider-order.ts';

/** Where numbers come from beside the catalogue. */
export type NumberSource = { provider: NumberProvider; prices: NumberPrices };
export type OrderDeps = RentDeps & { log: Log; source: NumberSource };

/** Changes an order as it is by now: while the provider was asked, somebody else may have changed it. */
export async function changeOrder(
  deps: Pick<OrderDeps, 'database'>,
  { id }: ProviderOrder,
  how: (tx: Transaction, present: ProviderOrder) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => await how(tx, await lockOrder(tx, id)));
}

/** Nothing new is known of an order: it is looked at again, and not before the provider wants. */
export async function lookAgain(
  deps: Pick<OrderDeps, 'database' | 'clock'>,
  order: ProviderOrder,
  afterMs: number | null = null,
): Promise<void> {
  const now = deps.clock.now();
  await changeOrder(deps, order, async (tx, present) => {
    if (isAwaited(present) || present.state === order.state) {
      await saveOrder(tx, present, nextLookAt(present, now, afterMs));
    }
  });
}
