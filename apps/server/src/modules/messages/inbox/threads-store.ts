import type { Keyword } from '@farline/sms';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { MessageRecord } from '../record/message-record.ts';
import { type LastMessageRow, lastMessageColumns, toLastMessage } from '../record/message-row.ts';
import { insertMessagesSql } from '../record/messages-store.ts';
import { foundBy, foundPeers, hasMessages, newestFound, type ThreadSearch } from './thread-search-store.ts';

/** One person of an account's inbox. */
export type ThreadRecord = {
  accountId: string;
  peer: string;
  lastMessageId: string | null;
  unread: number;
  draft: string;
  note: string;
  /** Whom its messages are from, where somebody chose. */
  sender: string | null;
  isOptedOut: boolean;
  isBlocked: boolean;
  unanswered: { keyword: Keyword; reason: string } | null;
  changedAt: Date;
};

type ThreadRow = {
  account_id: string;
  peer: string;
  last_message_id: string | null;
  unread: number;
  draft: string;
  note: string;
  sender: string | null;
  opted_out_at: Date | null;
  blocked_at: Date | null;
  unanswered_keyword: Keyword | null;
  unanswered_reason: string | null;
  changed_at: Date;
};

const columns = sql`account_id, peer, last_message_id, unread, draft, note, sender, opted_out_at,
  blocked_at, unanswered_keyword, unanswered_reason, changed_at`;

const toThread = ({ unanswered_keyword: keyword, unanswered_reason: reason, ...row }: ThreadRow): ThreadRecord => ({
  accountId: row.account_id,
  peer: row.peer,
  lastMessageId: row.last_message_id,
  unread: row.unread,
  draft: row.draft,
  note: row.note,
  sender: row.sender,
  isOptedOut: row.opted_out_at !== null,
  isBlocked: row.blocked_at !== null,
  unanswered: keyword === null || reason === null ? null : { keyword, reason },
  changedAt: row.changed_at,
});

type Whose = { accountId: string; peer: string };

/** One person of the inbox, or null: nothing was ever written with them. */
export async function findThread(db: Executor, { accountId, peer }: Whose): Promise<ThreadRecord | null> {
  const { rows } = await sql<ThreadRow>`select ${columns} from messages.thread
    where account_id = ${accountId} and peer = ${peer}`.execute(db);
  return rows[0] === undefined ? null : toThread(rows[0]);
}

/** A piece of another module's statement, a boolean: whether an account wants nothing more of somebody. */
export const isPeerBlockedSql = (whose: { accountId: RawBuilder<string>; peer: RawBuilder<string> }) =>
  sql<boolean>`coalesce((
    select blocked_at is not null from messages.thread
    where account_id = ${whose.accountId} and peer = ${whose.peer} limit 1), false)`;

/** Writes a message down as `addMessagesSql` says; gives its thread. */
export async function addMessage(
  tx: Transaction,
  message: MessageRecord,
  { unread }: { unread: 0 | 1 },
): Promise<ThreadRecord> {
  const { rows } = await sql<ThreadRow>`
    with ${addMessagesSql([message], { unread })}
    select ${columns} from threaded`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert that returns gives a row');
  return toThread(row);
}

/**
 * Pieces of a statement, `with` them: they write messages down, each on top of its thread, which is made if need be, and tell pages of them;
 * `threaded` has the threads. No two are of one thread. Of somebody blocked nothing counts as unread; one of a broadcast does not bring its
 * thread to the top.
 */
export function addMessagesSql(messages: readonly MessageRecord[], { unread }: { unread: 0 | 1 }): RawBuilder<unknown> {
  return sql`${insertMessagesSql(messages)},
    told as (
      insert into platform.event (type, account_id, subject_id)
      select 'message.changed', account_id, id::text from written),
    threaded as (
      insert into messages.thread as kept (account_id, peer, last_message_id, unread, changed_at)
      select account_id, peer, case when broadcast_id is null then id end, ${unread}::integer, created_at
      from written order by account_id, peer
      on conflict (account_id, peer) do update set
        last_message_id = greatest(kept.last_message_id, excluded.last_message_id),
        unread = kept.unread + case when kept.blocked_at is null then excluded.unread else 0 end,
        changed_at = case when excluded.last_message_id is null then kept.changed_at
          else greatest(kept.changed_at, excluded.changed_at) end
      returning ${columns})`;
}

/** Makes the thread of somebody to whom something is to be written, if there is none. */
export async function keepThread(tx: Transaction, { accountId, peer, at }: Whose & { at: Date }): Promise<void> {
  await sql`insert into messages.thread (account_id, peer, changed_at) values (${accountId}, ${peer}, ${at})
    on conflict (account_id, peer) do nothing`.execute(tx);
}

/** Where a list of threads was left: after this one. */
export type ThreadCursor = { changedAt: Date; peer: string };

/** The newest message that has the words of a search. */
export type FoundMessage = { id: string; text: string; direction: 'inbound' | 'outbound'; at: Date };

/** A person of the inbox with the last message, what was found, and how many wait to be sent to them, or were not sent at their time. */
export type ListedThread = ThreadRecord & { last: MessageRecord | null; found: FoundMessage | null; scheduled: number };

type FoundRow = {
  found_id: string | null;
  found_body: string;
  found_direction: FoundMessage['direction'];
  found_created_at: Date;
};

/**
 * People of the inbox, who wrote last first. `search` null: all of them, without those who had a broadcast and nothing else, who are found
 * where they are searched for. One round trip, or two for words.
 */
export async function listThreads(
  db: Executor,
  wanted: {
    accountId: string;
    isBlocked: boolean;
    search: ThreadSearch | null;
    /** Those with these numbers alone. */
    peers?: readonly string[];
    after: ThreadCursor | null;
    most: number;
  },
): Promise<ListedThread[]> {
  const { accountId, search, after, peers: among } = wanted;
  const peers = search === null ? null : await foundPeers(db, { accountId, ...search });
  const isFound = search === null || peers === null ? sql`true` : foundBy(search, peers);
  // Few are known by name: they are read, and not looked for among all.
  const isNamed = peers !== null && peers.written !== null && search?.partOfNumber === null;
  const newest =
    search === null || peers === null
      ? sql`(select null::uuid as id, null as body, null as direction, null as created_at where false)`
      : newestFound(search, peers);
  const { rows } = await sql<ThreadRow & LastMessageRow & FoundRow & { scheduled: number }>`
    with listed as (select ${columns}
    from ${isNamed ? sql`(select ${columns} from messages.thread where account_id = ${accountId} and ${isFound} offset 0)` : sql`messages.thread`} thread
    where account_id = ${accountId} and ${wanted.isBlocked ? sql`blocked_at is not null` : sql`blocked_at is null`}
      and (last_message_id is not null or draft <> '' or note <> '' or exists (
        select from messages.scheduled_message s
        where s.account_id = thread.account_id and s.peer = thread.peer and s.state <> 'sent')
        ${search === null ? sql`` : sql`or ${hasMessages}`})
      and ${after === null ? sql`true` : sql`(changed_at, peer) < (${after.changedAt}, ${after.peer})`}
      and ${among === undefined ? sql`true` : sql`peer = any(${among}::text[])`} and ${isFound}
    order by changed_at desc, peer desc limit ${wanted.most})
    select listed.*, ${lastMessageColumns}, found.id as found_id, found.body as found_body,
      found.direction as found_direction, found.created_at as found_created_at, case when exists (
        select from messages.scheduled_message any_waits where any_waits.account_id = ${accountId} and any_waits.state <> 'sent')
      then (
        select count(*)::integer from messages.scheduled_message waiting
        where waiting.account_id = listed.account_id and waiting.peer = listed.peer and waiting.state <> 'sent')
      else 0 end as scheduled
    from listed left join messages.message last on last.id = listed.last_message_id
      left join lateral ${newest} found on true
    order by listed.changed_at desc, listed.peer desc`.execute(db);
  return rows.map((row) => ({
    ...toThread(row),
    last: toLastMessage(row),
    found: toFound(row),
    scheduled: row.scheduled,
  }));
}

const toFound = (row: FoundRow): FoundMessage | null =>
  row.found_id === null
    ? null
    : { id: row.found_id, text: row.found_body, direction: row.found_direction, at: row.found_created_at };

/** People of an account's inbox in the order of their numbers, after one of them, at most `most`. */
export async function threadsAfter(
  db: Executor,
  wanted: { accountId: string; after: string; most: number },
): Promise<ThreadRecord[]> {
  const { rows } = await sql<ThreadRow>`select ${columns} from messages.thread
    where account_id = ${wanted.accountId} and peer > ${wanted.after} order by peer limit ${wanted.most}`.execute(db);
  return rows.map(toThread);
}

/** How many messages an account has not read, of all of its threads. */
export async function countUnread(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select coalesce(sum(unread), 0)::integer as unread
    from messages.thread where account_id = ${accountId} and unread > 0`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** How much of a thread is unread; it stays so to the end of the transaction, unless that changes it. Null: there is none. */
export async function lockUnread(tx: Transaction, { accountId, peer }: Whose): Promise<number | null> {
  const { rows } = await sql<{ unread: number }>`select unread from messages.thread
    where account_id = ${accountId} and peer = ${peer} for update`.execute(tx);
  return rows[0]?.unread ?? null;
}

/** What an account noted of these peers; who has no note is left out. */
export async function notesOfPeers(
  db: Executor,
  accountId: string,
  peers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ peer: string; note: string }>`
    select peer, note from messages.thread
    where account_id = ${accountId} and peer = any(${peers}::text[]) and note <> ''`.execute(db);
  return new Map(rows.map(({ peer, note }) => [peer, note]));
}

/** What somebody changes of a thread; what is left out stays. A draft or a note makes a thread that was not there. */
export async function changeThread(
  tx: Transaction,
  {
    accountId,
    peer,
    at,
    ...change
  }: Whose & {
    at: Date;
    draft: string | undefined;
    note?: string | undefined;
    sender?: string | null | undefined;
    isBlocked: boolean | undefined;
    readUpTo: string | undefined;
  },
): Promise<ThreadRecord> {
  const { draft, note, sender, isBlocked, readUpTo } = change;
  const blockedAt = isBlocked === true ? at : null;
  const { rows } = await sql<ThreadRow>`
    insert into messages.thread as kept (account_id, peer, draft, note, sender, blocked_at, changed_at)
    values (${accountId}, ${peer}, ${draft ?? ''}, ${note ?? ''}, ${sender ?? null}, ${blockedAt}, ${at})
    on conflict (account_id, peer) do update set
      draft = ${draft === undefined ? sql`kept.draft` : sql`${draft}`},
      sender = ${sender === undefined ? sql`kept.sender` : sql`${sender}::text`},
      note = ${note === undefined ? sql`kept.note` : sql`${note}`},
      blocked_at = ${isBlocked === undefined ? sql`kept.blocked_at` : sql`${blockedAt}::timestamptz`},
      read_up_to = ${readUpTo === undefined ? sql`kept.read_up_to` : sql`greatest(kept.read_up_to, ${readUpTo}::uuid)`},
      unread = ${
        readUpTo === undefined
          ? sql`case when ${isBlocked === true} then 0 else kept.unread end`
          : sql`(select count(*)::integer from messages.message m
              where m.account_id = kept.account_id and m.peer = kept.peer and m.direction = 'inbound'
                and m.id > greatest(kept.read_up_to, ${readUpTo}::uuid))`
      }
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert that returns gives a row');
  return toThread(row);
}

/** Notes what a person asked for with a keyword; null: it is as it was. */
export async function setOptedOut(
  tx: Transaction,
  { accountId, peer, at }: Whose & { at: Date | null },
): Promise<void> {
  await sql`update messages.thread set opted_out_at = ${at}::timestamptz
    where account_id = ${accountId} and peer = ${peer}`.execute(tx);
}

type ClaimedAnswer = { keyword: string; isStranger: boolean; at: Date; notSince: Date };

/** Whether a keyword of a person may be answered now: once a day each. Notes that it is, and of a stranger when. */
export async function claimKeywordAnswer(
  tx: Transaction,
  { accountId, peer, keyword, isStranger, at, notSince }: Whose & ClaimedAnswer,
): Promise<boolean> {
  const { rows } = await sql`
    update messages.thread set answered_at = answered_at || jsonb_build_object(${keyword}::text, ${at}::timestamptz),
      stranger_answered_at = case when ${isStranger} then ${at}::timestamptz else stranger_answered_at end
    where account_id = ${accountId} and peer = ${peer}
      and coalesce((answered_at ->> ${keyword})::timestamptz, '-infinity') < ${notSince}
    returning peer`.execute(tx);
  return rows.length > 0;
}
