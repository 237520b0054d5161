import type { Transaction } from '../../../platform/database.ts';
import { settleMark } from '../../accounts/index.ts';
import { hasStandingPayment } from '../record/payments-store.ts';

/**
 * Has an account's right to real trunks follow what became of its payments. Comes after the payment was written and before
 * any wallet is locked.
 */
export async function settleTrunkRight(
  tx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  await settleMark(tx, { accountId, hasPaid: async () => await hasStandingPayment(tx, accountId), at });
}
