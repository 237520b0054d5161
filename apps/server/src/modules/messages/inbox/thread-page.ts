import type { Executor } from '../../../platform/database.ts';
import type { MessageRecord } from '../record/message-record.ts';
import { messagesAfter, messagesBefore } from '../record/messages-store.ts';

type Wanted = {
  accountId: string;
  /** The numbers of the person. */
  peers: readonly string[];
  limit: number;
  cursor: string | undefined;
  after: string | undefined;
  around: string | undefined;
};

/** Messages of a thread, newest first, and the ends at which it goes on: `olderThan`, `newerThan`; null: it does not. */
export type ThreadPage = { items: MessageRecord[]; olderThan: string | null; newerThan: string | null };

/** A page of what was written with one person: the newest, those before or after a message, or those around one. */
export async function threadPage(db: Executor, wanted: Wanted): Promise<ThreadPage> {
  const { cursor, after, around } = wanted;
  if (around !== undefined) return await pageAround(db, { ...wanted, around });
  if (after !== undefined) return await pageAfter(db, { ...wanted, after });
  const page = await pageBefore(db, { ...wanted, before: cursor ?? null });
  return { ...page, newerThan: cursor === undefined ? null : (page.items[0]?.id ?? null) };
}

/** The message stands in its middle; one that is not there has a place too. */
async function pageAround(db: Executor, wanted: Wanted & { around: string }): Promise<ThreadPage> {
  const newerCount = Math.floor(wanted.limit / 2);
  const newer = await pageAfter(db, { ...wanted, after: wanted.around, limit: newerCount });
  const before = newer.items.at(-1)?.id ?? null;
  const older = await pageBefore(db, { ...wanted, before, limit: wanted.limit - newerCount });
  return { items: [...newer.items, ...older.items], olderThan: older.olderThan, newerThan: newer.newerThan };
}

async function pageAfter(db: Executor, { limit, ...wanted }: Wanted & { after: string }): Promise<ThreadPage> {
  const found = await messagesAfter(db, { ...wanted, most: limit + 1 });
  const items = found.slice(0, limit).toReversed();
  return {
    items,
    olderThan: items.at(-1)?.id ?? null,
    newerThan: found.length > limit ? (items[0]?.id ?? null) : null,
  };
}

async function pageBefore(
  db: Executor,
  { limit, ...wanted }: Wanted & { before: string | null },
): Promise<Omit<ThreadPage, 'newerThan'>> {
  const found = await messagesBefore(db, { ...wanted, most: limit + 1 });
  const items = found.slice(0, limit);
  return { items, olderThan: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
