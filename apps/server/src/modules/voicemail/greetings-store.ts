// The statements about what callers are greeted with.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NIL } from '../../platform/in-turn.ts';
import type { SpokenLanguage } from './greetings.ts';
import type { RecordingName } from './voicemail-store.ts';

/** A greeting of an account: words that are read out, or sound that lies in a file. */
export type StoredGreeting = { id: string; accountId: string; name: string } & (
  | { kind: 'spoken'; language: SpokenLanguage; text: string }
  | { kind: 'recorded'; milliseconds: number }
);

/** What is left out stays. */
type GreetingChange = { name: string; language?: SpokenLanguage | undefined; text?: string | undefined };

type Row = {
  id: string;
  account_id: string;
  name: string;
  language: SpokenLanguage | null;
  words: string | null;
  milliseconds: number | null;
};
const columns = sql.raw('id, account_id, name, language, words, milliseconds');

export async function insertGreeting(tx: Transaction, greeting: StoredGreeting & { at: Date }): Promise<void> {
  const { id, accountId, name, at } = greeting;
  const [language, words, milliseconds] =
    greeting.kind === 'spoken' ? [greeting.language, greeting.text, null] : [null, null, greeting.milliseconds];
  await sql`
    insert into voicemail.greeting (id, account_id, name, language, words, milliseconds, created_at)
    values (${id}, ${accountId}, ${name}, ${language}, ${words}, ${milliseconds}, ${at})`.execute(tx);
}

/** The greetings of an account, by their names; it has no more than it may have. */
export async function greetingsOf(db: Executor, accountId: string): Promise<StoredGreeting[]> {
  const { rows } = await sql<Row>`
    select ${columns} from voicemail.greeting where account_id = ${accountId}
    order by lower(name), id limit 1000`.execute(db);
  return rows.map(toGreeting);
}

/** One greeting of an account; null: it is none of theirs. */
export async function findGreeting(db: Executor, { id, accountId }: RecordingName): Promise<StoredGreeting | null> {
  const { rows } = await sql<Row>`
    select ${columns} from voicemail.greeting where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] === undefined ? null : toGreeting(rows[0]);
}

export async function countGreetings(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ greetings: number }>`
    select count(*)::int as greetings from voicemail.greeting where account_id = ${accountId}`.execute(db);
  return rows[0]?.greetings ?? 0;
}

/** Gives a greeting of an account another name, and one that is read out other words. Null: it is none of theirs, or is not read out. */
export async function changeGreeting(
  tx: Transaction,
  { id, accountId, name, language, text }: RecordingName & GreetingChange,
): Promise<StoredGreeting | null> {
  const isOfWords = language !== undefined || text !== undefined;
  const { rows } = await sql<Row>`
    update voicemail.greeting
    set name = ${name}, language = coalesce(${language ?? null}, language), words = coalesce(${text ?? null}, words)
    where id = ${id} and account_id = ${accountId} and (words is not null or not ${isOfWords}::boolean)
    returning ${columns}`.execute(tx);
  return rows[0] === undefined ? null : toGreeting(rows[0]);
}

/** Takes a greeting of an account away; its file is to go now. False: it is none of theirs. */
export async function discardGreeting(
  tx: Transaction,
  { id, accountId, at }: RecordingName & { at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from voicemail.greeting where id = ${id} and account_id = ${accountId} returning id, account_id)
    insert into voicemail.discarded_greeting (id, account_id, due_at) select id, account_id, ${at}::timestamptz from gone
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Takes all greetings of accounts away. */
export async function discardGreetingsOf(tx: Transaction, accountIds: string[], at: Date): Promise<void> {
  await sql`
    with gone as (delete from voicemail.greeting where account_id = any (${accountIds}::uuid[]) returning id, account_id)
    insert into voicemail.discarded_greeting (id, account_id, due_at) select id, account_id, ${at}::timestamptz from gone
    on conflict (id) do nothing`.execute(tx);
}

/** Says that a file is about to be written, which goes again unless its greeting is there by then. */
export async function announceFile(
  db: Executor,
  { id, accountId, dueAt }: RecordingName & { dueAt: Date },
): Promise<void> {
  await sql`
    insert into voicemail.discarded_greeting (id, account_id, due_at) values (${id}, ${accountId}, ${dueAt})`.execute(
    db,
  );
}

/** Takes it off the list of those whose files are to go. False: it is not on it, or no more. */
export async function takeOffList(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from voicemail.discarded_greeting where id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

/** Whose files are to go by now, in the order of their ids, behind `after`, at most `most`. */
export async function discardedGreetings(
  db: Executor,
  { by, after, most }: { by: Date; after: string | null; most: number },
): Promise<RecordingName[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from voicemail.discarded_greeting
    where due_at <= ${by} and id > ${after ?? NIL}::uuid order by id limit ${most}`.execute(db);
  return rows.map(({ id, account_id: accountId }) => ({ id, accountId }));
}

const toGreeting = ({ id, account_id: accountId, name, language, words, milliseconds }: Row): StoredGreeting =>
  language !== null && words !== null
    ? { id, accountId, name, kind: 'spoken', language, text: words }
    : { id, accountId, name, kind: 'recorded', milliseconds: milliseconds ?? 0 };
