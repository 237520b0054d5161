import type { Executor } from '../../../platform/database.ts';
import type { MessageRouteDeps } from '../record/messages-deps.ts';
import type { ThreadSearch } from './thread-search-store.ts';
import { type ListedThread, listThreads, type ThreadCursor } from './threads-store.ts';

/** The thread that a person of the inbox stands in the list by, and those with other numbers of the same contact. */
export type ListedPerson = ListedThread & { others: readonly ListedThread[] };

type Wanted = {
  accountId: string;
  isBlocked: boolean;
  /** Null: all of them. */
  search: ThreadSearch | null;
  after: ThreadCursor | null;
  limit: number;
};

/**
 * A page of the inbox's people, who wrote last first. A contact with several numbers is one of them, at the place of the thread in which something
 * came last: a page whose other threads are left out has fewer lines. A search has a line for each number, since each has a message of its own.
 */
export async function listPeople(
  deps: { database: Executor } & Pick<MessageRouteDeps, 'numbersBeside'>,
  { limit, ...wanted }: Wanted,
): Promise<{ items: ListedPerson[]; next: ThreadCursor | null }> {
  const found = await listThreads(deps.database, { ...wanted, most: limit + 1 });
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1) ?? null) : null;
  const beside = wanted.search === null ? await threadsBeside(deps, { ...wanted, page }) : new Map();
  const people = page.map((thread): ListedPerson => ({ ...thread, others: beside.get(thread.peer) ?? [] }));
  return { items: people.filter((thread) => thread.others.every((other) => isAfter(thread, other))), next };
}

/** Of each thread whose contact has more numbers, the threads with these, the newest first: of those that the list shows at all. */
async function threadsBeside(
  { database, numbersBeside }: { database: Executor } & Pick<MessageRouteDeps, 'numbersBeside'>,
  { accountId, isBlocked, page }: Pick<Wanted, 'accountId' | 'isBlocked'> & { page: readonly ListedThread[] },
): Promise<ReadonlyMap<string, readonly ListedThread[]>> {
  if (page.length === 0) return new Map();
  const beside = await numbersBeside(database, { accountId, numbers: page.map(({ peer }) => peer) });
  const peers = [...new Set([...beside.values()].flat())];
  if (peers.length === 0) return new Map();
  const all = { accountId, isBlocked, search: null, after: null };
  const threads = await listThreads(database, { ...all, peers, most: peers.length });
  return new Map(
    [...beside].map(([peer, numbers]) => [peer, threads.filter((thread) => numbers.includes(thread.peer))]),
  );
}

function isAfter(one: ListedThread, other: ListedThread): boolean {
  const byTime = one.changedAt.getTime() - other.changedAt.getTime();
  return byTime === 0 ? one.peer > other.peer : byTime > 0;
}
