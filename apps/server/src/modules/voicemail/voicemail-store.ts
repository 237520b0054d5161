// The statements about messages that callers left.
import { type CallerDoubt, callerDoubt as callerDoubts, isPossiblyForged, type Transcript } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { LAST_ID, NIL } from '../../platform/in-turn.ts';

/** A message of a caller, without its sound. Its id is that of the call. */
export type Recording = {
  id: string;
  accountId: string;
  number: string;
  /** E.164; null: not known, or not shown. */
  from: string | null;
  fromText: string | null;
  callerDoubt: CallerDoubt | null;
  at: Date;
  milliseconds: number;
  heardAt: Date | null;
  /** Null: nobody was asked to write it down. */
  transcript: Transcript | null;
};
export type NewRecording = Omit<Recording, 'heardAt' | 'transcript'>;
export type RecordingName = Pick<Recording, 'id' | 'accountId'>;

type Row = {
  id: string;
  account_id: string;
  number: string;
  caller: string | null;
  caller_text: string | null;
  caller_doubt: CallerDoubt | null;
  received_at: Date;
  milliseconds: number;
  heard_at: Date | null;
  transcript: Transcript | null;
};
const columns = sql.raw(`id, account_id, number, caller, caller_text, caller_doubt, received_at, milliseconds, heard_at,
  (select json_strip_nulls(json_build_object('state', t.state, 'text', t.text)) from voicemail.transcript t
    where t.recording_id = recording.id) as transcript`);

/** Writes a message down. False: it was before. */
export async function insertRecording(tx: Transaction, recording: NewRecording): Promise<boolean> {
  const { id, accountId, number, from, fromText, callerDoubt, at, milliseconds } = recording;
  const { rows } = await sql`
    insert into voicemail.recording (id, account_id, number, caller, caller_text, caller_doubt, received_at, milliseconds)
    values (${id}, ${accountId}, ${number}, ${from}, ${fromText}, ${callerDoubt}, ${at}, ${milliseconds})
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** One message, whoever's it is; null: there is none. */
export async function findRecording(db: Executor, id: string): Promise<Recording | null> {
  const { rows } = await sql<Row>`select ${columns} from voicemail.recording where id = ${id}`.execute(db);
  return rows[0] === undefined ? null : toRecording(rows[0]);
}

/** The messages of an account, newest first: of one caller, or on one number, if that is named, before the message `before`, at most `most`. */
export async function recordingsOf(
  db: Executor,
  wanted: { accountId: string; from: string | null; number: string | null; before: string | null; most: number },
): Promise<Recording[]> {
  const { accountId, from, number, before, most } = wanted;
  const { rows } = await sql<Row>`
    select ${columns} from voicemail.recording
    where account_id = ${accountId} and ${from === null ? sql`true` : sql`caller = ${from}`}
      and ${number === null ? sql`true` : sql`number = ${number}`} and id < ${before ?? LAST_ID}::uuid
    order by id desc limit ${most}`.execute(db);
  return rows.map(toRecording);
}

export type Fill = { recordings: number; unheard: number; milliseconds: number };

/** How many messages an account has, how many of them nobody has heard, and how long all of them are together. */
export async function fillOf(db: Executor, accountId: string): Promise<Fill> {
  const { rows } = await sql<Fill>`
    select count(*)::int as recordings, count(*) filter (where heard_at is null)::int as unheard,
      coalesce(sum(milliseconds), 0)::int as milliseconds
    from voicemail.recording where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { recordings: 0, unheard: 0, milliseconds: 0 };
}

/** The same of each number of an account on which messages were left, in the order of the numbers. */
export async function fillsOf(db: Executor, accountId: string): Promise<(Fill & { number: string })[]> {
  const { rows } = await sql<Fill & { number: string }>`
    select number, count(*)::int as recordings, count(*) filter (where heard_at is null)::int as unheard,
      coalesce(sum(milliseconds), 0)::int as milliseconds
    from voicemail.recording where account_id = ${accountId} group by number order by number`.execute(db);
  return rows;
}

const FORGED = callerDoubts.options.filter(isPossiblyForged);
/** Whose message it is: null of all who showed no number, or one that may be forged. */
const knownCaller = sql`case when caller_doubt = any (${FORGED}) then null else caller end`;

/**
 * How long all messages of an account are together, and those that nobody has heard of one caller (null: of all whose number is not known) and
 * on one number.
 */
export async function secondsTaken(
  db: Executor,
  { accountId, number, from }: { accountId: string; number: string; from: string | null },
): Promise<{ all: number; unheardOfCaller: number; unheardOfNumber: number }> {
  const { rows } = await sql<{ all: number; ofCaller: number; ofNumber: number }>`
    select coalesce(sum(milliseconds), 0)::int as all,
      coalesce(sum(milliseconds) filter (where heard_at is null and ${knownCaller} is not distinct from ${from}), 0)::int as "ofCaller",
      coalesce(sum(milliseconds) filter (where heard_at is null and number = ${number}), 0)::int as "ofNumber"
    from voicemail.recording where account_id = ${accountId}`.execute(db);
  const { all = 0, ofCaller = 0, ofNumber = 0 } = rows[0] ?? {};
  return { all: all / 1000, unheardOfCaller: ofCaller / 1000, unheardOfNumber: ofNumber / 1000 };
}

/**
 * The messages of an account on these numbers, of each as its owner hears them: new ones, the oldest first, then others, the latest first. The
 * first of each number, in the order of the numbers, comes before the second of any.
 */
export async function recordingsToPlay(
  db: Executor,
  { accountId, numbers, most }: { accountId: string; numbers: string[]; most: number },
): Promise<Recording[]> {
  const ofNumber = sql`account_id = ${accountId} and number = box.name`;
  const { rows } = await sql<Row>`
    select played.* from unnest(${numbers}::text[]) with ordinality as box (name, place) cross join lateral (
      select *, row_number() over (order by heard_at is not null, case when heard_at is null then id end, id desc) as turn from (
        (select ${columns} from voicemail.recording where ${ofNumber} and heard_at is null order by id limit ${most})
        union all
        (select ${columns} from voicemail.recording where ${ofNumber} and heard_at is not null order by id desc limit ${most})
      ) either limit ${most}) played
    order by turn, place limit ${most}`.execute(db);
  return rows.map(toRecording);
}

/** Notes that a message of an account was heard now. False: it was before, or it is none of theirs. */
export async function markHeardNow(tx: Transaction, heard: RecordingName & { heardAt: Date }): Promise<boolean> {
  const { rows } = await sql`
    update voicemail.recording set heard_at = ${heard.heardAt}
    where id = ${heard.id} and account_id = ${heard.accountId} and heard_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes when a message of an account was heard, or that nobody has heard it. Null: it is none of theirs. */
export async function markHeard(
  tx: Transaction,
  heard: RecordingName & { heardAt: Date | null },
): Promise<Recording | null> {
  const { rows } = await sql<Row>`
    update voicemail.recording set heard_at = ${heard.heardAt}
    where id = ${heard.id} and account_id = ${heard.accountId} returning ${columns}`.execute(tx);
  return rows[0] === undefined ? null : toRecording(rows[0]);
}

/** Takes a message of an account away; its file is to go. False: it is none of theirs. */
export async function discardRecording(tx: Transaction, { id, accountId }: RecordingName): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from voicemail.recording where id = ${id} and account_id = ${accountId} returning id, account_id)
    insert into voicemail.discarded (id, account_id) select id, account_id from gone
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Takes all messages of accounts away. */
export async function discardRecordingsOf(tx: Transaction, accountIds: string[]): Promise<void> {
  await sql`
    with gone as (delete from voicemail.recording where account_id = any (${accountIds}::uuid[]) returning id, account_id)
    insert into voicemail.discarded (id, account_id) select id, account_id from gone
    on conflict (id) do nothing`.execute(tx);
}

/** Whose files have still to go, in the order of their ids, behind `after`, at most `most`. */
export async function discardedRecordings(
  db: Executor,
  { after, most }: { after: string | null; most: number },
): Promise<RecordingName[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from voicemail.discarded where id > ${after ?? NIL}::uuid
    order by id limit ${most}`.execute(db);
  return rows.map(({ id, account_id: accountId }) => ({ id, accountId }));
}

/** Its file is gone. */
export async function forgetDiscarded(db: Executor, id: string): Promise<void> {
  await sql`delete from voicemail.discarded where id = ${id}`.execute(db);
}

const toRecording = (row: Row): Recording => ({
  id: row.id,
  accountId: row.account_id,
  number: row.number,
  from: row.caller,
  fromText: row.caller_text,
  callerDoubt: row.caller_doubt,
  at: row.received_at,
  milliseconds: row.milliseconds,
  heardAt: row.heard_at,
  transcript: row.transcript,
});
