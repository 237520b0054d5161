import type { Transaction } from '../../../platform/database.ts';
import { unauthorized } from '../../../platform/problems.ts';
import { lockIfOpen } from './accounts-store.ts';

/**
 * Refuses what was asked of an account that has been closed since, as its ended session would be. An open one is closed by nobody until the
 * end of the transaction: what it writes is there before `account.closed` is heard, and is deleted with the rest. Who locks the account, too, does that
 * first, or two of them would wait for each other.
 */
export async function requireOpen(tx: Transaction, accountId: string): Promise<void> {
  if (!(await lockIfOpen(tx, accountId))) throw unauthorized();
}
