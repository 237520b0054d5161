import type { Database, Transaction } from '../../platform/database.ts';
import { callsBefore, decideEndOfCalls } from './account-calls-store.ts';
import { viewOfCall } from './history/call-view.ts';

const AT_ONCE = 500;

/** Every call of an account as its pages show it, newest first, piece by piece: for an export. */
export async function* everyCallOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let before: string | null = null;
  for (;;) {
    const calls = await callsBefore(database, { accountId, before, most: AT_ONCE });
    for (const call of calls) yield viewOfCall(call);
    before = calls.at(-1)?.id ?? null;
    if (calls.length < AT_ONCE) return;
  }
}

/**
 * Decides, in the transaction that closes an account, that its running calls end: whoever controls calls orders it within
 * a second, and each is charged up to its real end. Gives how many there are.
 */
export async function endCallsOfAccount(tx: Transaction, closed: { accountId: string; at: Date }): Promise<number> {
  return await decideEndOfCalls(tx, closed);
}
