import type { Executor } from '../../platform/database.ts';
import { findBuyer } from './buyer-store.ts';

/** Who stands on an account's invoices, for an export; none where nothing was said. */
export async function* everyBuyerOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  const buyer = await findBuyer(db, accountId);
  if (Object.values(buyer).some((said) => said !== '')) yield buyer;
}
