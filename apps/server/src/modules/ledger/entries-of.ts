import { toMoney } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { cursorUnknown } from './ledger-problems.ts';
import { entriesBefore, type EntryCauses, type EntrySpan, walletsOf } from './ledger-store.ts';
import type { Entry } from './transfer.ts';

const MOST_AT_ONCE = 200;
const LAST_POSITION = 9_223_372_036_854_775_807n;

/** A wallet's entries, newest first, each with the balance after it; at most 200 at once. Those of a span or of some causes where they are given. */
export async function entriesOf(
  db: Executor,
  wanted: {
    walletId: string;
    limit: number;
    cursor?: string | undefined;
    span?: EntrySpan;
    causes?: EntryCauses | undefined;
  },
): Promise<{ items: Entry[]; nextCursor: string | null }> {
  const limit = Math.min(wanted.limit, MOST_AT_ONCE);
  const before = wanted.cursor === undefined ? LAST_POSITION : readCursor(wanted.cursor);
  const entries = await entriesBefore(db, {
    walletId: wanted.walletId,
    before,
    span: wanted.span ?? null,
    causes: wanted.causes,
    most: limit + 1,
  });
  const items = entries.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: entries.length > limit && last !== undefined ? last.position.toString() : null };
}

/** Every entry of every wallet of an account, newest first in each, for an export. */
export async function* everyEntryOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  for (const wallet of await walletsOf(db, accountId)) {
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await entriesOf(db, { walletId: wallet.id, limit: MOST_AT_ONCE, cursor });
      for (const { transferId, cause, amountMicros, balanceAfterMicros, at } of items) {
        yield {
          transferId,
          cause,
          amount: toMoney(amountMicros, wallet.unit),
          balanceAfter: toMoney(balanceAfterMicros, wallet.unit),
          at,
        };
      }
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}

function readCursor(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw cursorUnknown();
  return BigInt(cursor);
}
