import type { Executor } from '../../platform/database.ts';
import { insertWallet } from './ledger-store.ts';

/** Makes an empty wallet with this id; an account has one in each unit. A second arrival changes nothing. */
export async function createWallet(
  db: Executor,
  wallet: { walletId: string; accountId: string; unit: string; at: Date },
): Promise<void> {
  await insertWallet(db, { id: wallet.walletId, accountId: wallet.accountId, unit: wallet.unit, at: wallet.at });
}
