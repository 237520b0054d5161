import type { Executor } from '../../platform/database.ts';
import { insertWallet } from './ledger-store.ts';

/**
 * Makes an empty wallet with this id; an account has one in each currency. A second arrival changes nothing. A wallet of
 * money has no end; one of seconds or messages has one, and the database refuses the other way round.
 */
export async function createWallet(
  db: Executor,
  wallet: { walletId: string; accountId: string; unit: string; expiresAt?: Date; at: Date },
): Promise<void> {
  const { walletId: id, accountId, unit, expiresAt = null, at } = wallet;
  await insertWallet(db, { id, accountId, unit, expiresAt, at });
}
