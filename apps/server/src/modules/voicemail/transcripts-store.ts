// The statements about what was said in messages, and what waits to be written down.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { RecordingName } from './voicemail-store.ts';

/** A message that this process has taken to have it written down, until `takenUntil`. */
export type DueTranscript = RecordingName & Taken & { queuedAt: Date };
/** Who takes a message anew has others: a process that comes late with these changes nothing. */
type Taken = { id: string; attempts: number; takenUntil: Date };

/** Has a message written down, unless its account has had so much already on the day (UTC): then nobody is asked. */
export async function queueTranscript(
  tx: Transaction,
  queued: RecordingName & { milliseconds: number; at: Date; mostMilliseconds: number },
): Promise<void> {
  const { id, accountId, milliseconds, at, mostMilliseconds } = queued;
  await sql`
    with counted as (
      insert into voicemail.transcribed_day (account_id, day, milliseconds)
      values (${accountId}, (${at}::timestamptz at time zone 'utc')::date, ${milliseconds})
      on conflict (account_id, day) do update set milliseconds = transcribed_day.milliseconds + excluded.milliseconds
        where transcribed_day.milliseconds + excluded.milliseconds <= ${mostMilliseconds}
      returning account_id)
    insert into voicemail.transcript (recording_id, queued_at, due_at) select ${id}::uuid, ${at}, ${at} from counted`.execute(
    tx,
  );
}

/** Takes what is due; it comes again at `againAt` unless what became of it is noted. */
export async function takeDueTranscripts(
  db: Executor,
  take: { most: number; now: Date; againAt: Date },
): Promise<DueTranscript[]> {
  const { rows } = await sql<DueTranscript>`
    with due as (
      select recording_id from voicemail.transcript
      where state = 'pending' and due_at <= ${take.now}
      order by due_at limit ${take.most} for update skip locked
    ), taken as (
      update voicemail.transcript t set attempts = attempts + 1, due_at = ${take.againAt}
      from due where t.recording_id = due.recording_id
      returning t.recording_id, t.queued_at, t.attempts, t.due_at
    )
    select r.id, r.account_id as "accountId", taken.queued_at as "queuedAt", taken.attempts,
      taken.due_at as "takenUntil"
    from taken join voicemail.recording r on r.id = taken.recording_id`.execute(db);
  return rows;
}

/** Notes what was said, or that it could not be written down (null). False: the message was deleted, or another has taken it. */
export async function settleTranscript(
  tx: Transaction,
  taken: Taken,
  { text }: { text: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update voicemail.transcript set state = ${text === null ? 'failed' : 'written'}, text = ${text}, due_at = null
    where ${isHeld(taken)} returning recording_id`.execute(tx);
  return rows.length > 0;
}

/** It is asked for again at `dueAt`. Whether this time counts as an attempt. False: as above. */
export async function postponeTranscript(
  db: Executor,
  taken: Taken,
  { dueAt, isCounted }: { dueAt: Date; isCounted: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update voicemail.transcript set due_at = ${dueAt}, attempts = ${isCounted ? taken.attempts : taken.attempts - 1}
    where ${isHeld(taken)} returning recording_id`.execute(db);
  return rows.length > 0;
}

const isHeld = ({ id, attempts, takenUntil }: Taken) =>
  sql`recording_id = ${id} and state = 'pending' and attempts = ${attempts} and due_at = ${takenUntil}`;

/** Forgets how much was sent out on days before `before`, some at a time. */
export async function forgetTranscribedDays(
  db: Executor,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  await sql`delete from voicemail.transcribed_day where (account_id, day) in (
    select account_id, day from voicemail.transcribed_day
    where day < (${before}::timestamptz at time zone 'utc')::date order by day limit ${most})`.execute(db);
}
