import { searchedWords } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';

/** What is searched for: words of texts, digits of numbers; `numbers`: of contacts with such a name. */
export type ThreadSearch = { text: string; partOfNumber: string | null; numbers: readonly string[] };

/** Whom the words of a search found. */
export type FoundPeers = {
  /** Of whom such a thing is noted, at most 1,000. */
  noted: readonly string[];
  /** With whom it was written, each with the id of the newest such message. Null: the words are too common, or too short, for the index. */
  written: ReadonlyMap<string, string> | null;
};

/** A word that stands in as many of so many new messages stands in most threads. */
const LOOKED_AT = 1_000;
const COMMON_FROM = 3;
/** A shorter one is in no index of trigrams. */
const SHORTEST_INDEXED = 3;
/** Of somebody who was found by name or number, the words are looked for in so many of the newest messages. */
const LOOKED_AT_OF_KNOWN = 1_000;

/**
 * The peers of whom something is noted that has this text, and those with whom it was written, by the index of words. Where it is too common, or
 * too short, for that, it is found sooner by looking into threads, newest first.
 */
export async function foundPeers(
  db: Executor,
  { accountId, text }: { accountId: string; text: string },
): Promise<FoundPeers> {
  const isIndexed = searchedWords(text).some(isLong);
  const { rows } = await sql<{ noted: string[]; written: Record<string, string> | null }>`
    select array(
        select peer from messages.thread
        where account_id = ${accountId} and note <> '' and ${holds(sql`note`, text)} limit 1000) as noted,
      case when ${isIndexed} and (
        select count(*) from (
          select from (
            select body from messages.message where account_id = ${accountId} order by id desc limit ${LOOKED_AT}) recent
          where ${holds(sql`body`, text)} limit ${COMMON_FROM}) found) < ${COMMON_FROM}
      then (
        select coalesce(jsonb_object_agg(peer, message_id), '{}') from (
          select distinct on (peer) peer, message_id from messages.searched_text
          where account_id = ${accountId} and ${holds(sql`body`, text)} order by peer, message_id desc) newest)
      end as written`.execute(db);
  const { noted = [], written = null } = rows[0] ?? {};
  return { noted, written: written === null ? null : new Map(Object.entries(written)) };
}

/** Whether `thread` is found. */
export function foundBy({ text, ...search }: ThreadSearch, found: FoundPeers): RawBuilder<unknown> {
  const ways = knownBy(sql`thread.peer`, search, found);
  if (found.written === null) {
    ways.push(sql`exists (
      select from messages.message m where m.account_id = thread.account_id and m.peer = thread.peer
        and ${holds(sql`m.body`, text)})`);
  } else {
    ways.push(sql`thread.peer = any (${[...found.written.keys()]}::text[])`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * The newest message of the thread `listed` that has the words, as one row or none: `id`, `body`, `direction` and `created_at`. Where the thread was
 * found without them, among its newest 1,000.
 */
export function newestFound({ text, ...search }: ThreadSearch, found: FoundPeers): RawBuilder<unknown> {
  if (found.written !== null) {
    return sql`(select id, body, direction, created_at from messages.message
      where id = (${storedJson(Object.fromEntries(found.written))}::jsonb ->> listed.peer)::uuid)`;
  }
  const isKnown = sql.join(knownBy(sql`listed.peer`, search, found), sql` or `);
  // In the order of the index of threads, and of no other: for `peer = listed.peer order by id` PostgreSQL goes through all messages of the
  // account, for each thread anew, where it believes that most of them are with one person.
  return sql`(
    select id, body, direction, created_at from (
      select peer, id, body, direction, created_at from messages.message
      where account_id = listed.account_id and peer between listed.peer and listed.peer order by peer desc, id desc
      limit case when ${isKnown} then ${LOOKED_AT_OF_KNOWN}::integer end) looked_at
    where ${holds(sql`body`, text)} order by peer desc, id desc limit 1)`;
}

/** Whether something was ever written with `thread`, be it a broadcast alone. Not `peer = thread.peer`: as in `newestFound`. */
export const hasMessages = sql`exists (
  select from messages.message m where m.account_id = thread.account_id and m.peer between thread.peer and thread.peer)`;

/** The ways to somebody without the words of a message. */
function knownBy(
  peer: RawBuilder<unknown>,
  { partOfNumber, numbers }: Omit<ThreadSearch, 'text'>,
  { noted }: FoundPeers,
): RawBuilder<unknown>[] {
  const ways = [sql`${peer} = any (${[...numbers, ...noted]}::text[])`];
  return partOfNumber === null ? ways : [...ways, sql`${peer} like ${like(partOfNumber)}`];
}

/** Whether each of the words stands in a column. One that is too short for the index is kept from it, which would be read as a whole for that. */
function holds(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const each = searchedWords(text).map((word) =>
    isLong(word) ? sql`${column} ilike ${like(word)}` : sql`${column} || '' ilike ${like(word)}`,
  );
  return sql`(${sql.join(each, sql` and `)})`;
}

const isLong = (word: string) => word.length >= SHORTEST_INDEXED;

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
