// The statements about sound that lies in a bucket, or is on its way there.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Sound } from './bucket.ts';

/** Taken until an instant: until then nobody else does anything with it. */
export type DueObject = Sound & {
  /** Its message, or its greeting, was deleted. */
  isDeleted: boolean;
  isStored: boolean;
  takenUntil: Date;
};

const isDeleted = sql.raw('(recording_id is null and greeting_id is null)');

/** Says that a sound is to be moved. */
export async function insertObject(tx: Transaction, { id, accountId, kind, at }: Sound & { at: Date }): Promise<void> {
  const [recordingId, greetingId] = kind === 'voicemail' ? [id, null] : [null, id];
  await sql`
    insert into voicemail.object (id, account_id, kind, recording_id, greeting_id, due_at)
    values (${id}, ${accountId}, ${kind}, ${recordingId}, ${greetingId}, ${at}) on conflict (id) do nothing`.execute(
    tx,
  );
}

/** Says that messages whose sound lies in the data folder are to be moved, behind `after`, at most `most`. Gives their ids, in order. */
export async function insertObjectsOfRecordings(
  db: Executor,
  { after, at, most }: { after: string; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select r.id, r.account_id from voicemail.recording r
      where r.id > ${after} and not exists (select from voicemail.object o where o.id = r.id)
      order by r.id limit ${most} for key share of r skip locked
    ), written as (
      insert into voicemail.object (id, account_id, kind, recording_id, due_at)
      select id, account_id, 'voicemail', id, ${at}::timestamptz from kept on conflict (id) do nothing
    )
    select id from kept order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The same for greetings that were recorded. */
export async function insertObjectsOfGreetings(
  db: Executor,
  { after, at, most }: { after: string; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select g.id, g.account_id from voicemail.greeting g
      where g.id > ${after} and g.words is null and not exists (select from voicemail.object o where o.id = g.id)
      order by g.id limit ${most} for key share of g skip locked
    ), written as (
      insert into voicemail.object (id, account_id, kind, greeting_id, due_at)
      select id, account_id, 'greeting', id, ${at}::timestamptz from kept on conflict (id) do nothing
    )
    select id from kept order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes what is due, those first that were due first: nobody else does before `takenUntil`. */
export async function takeDueObjects(
  db: Executor,
  { now, takenUntil, most }: { now: Date; takenUntil: Date; most: number },
): Promise<DueObject[]> {
  const { rows } = await sql<DueObject>`
    update voicemail.object set due_at = ${takenUntil}
    where id in (
      select id from voicemail.object
      where (due_at is not null or ${isDeleted}) and coalesce(due_at, '-infinity') <= ${now}
      order by coalesce(due_at, '-infinity') limit ${most} for update skip locked
    )
    returning id, account_id as "accountId", kind, ${isDeleted} as "isDeleted", is_stored as "isStored",
      due_at as "takenUntil"`.execute(db);
  return rows;
}

/**
 * Notes that all of it is in the bucket. `deleted`: its message or greeting was deleted meanwhile, and nobody else takes the object away.
 * `taken`: whoever has it now says what becomes of it.
 */
export async function markStored(db: Executor, { id, takenUntil }: DueObject): Promise<'stored' | 'deleted' | 'taken'> {
  const { rows } = await sql<{ isDeleted: boolean; isTaken: boolean }>`
    update voicemail.object set is_stored = is_stored or due_at = ${takenUntil}
    where id = ${id} returning ${isDeleted} as "isDeleted", due_at is distinct from ${takenUntil} as "isTaken"`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return 'deleted';
  if (row.isTaken) return 'taken';
  return row.isDeleted ? 'deleted' : 'stored';
}

/** Nothing is to be done with it any more, until it is deleted. */
export async function settleObject(db: Executor, { id, takenUntil }: DueObject): Promise<void> {
  await sql`update voicemail.object set due_at = null where id = ${id} and due_at = ${takenUntil}`.execute(db);
}

/** The next step is due then. */
export async function postponeObject(db: Executor, { id, takenUntil }: DueObject, dueAt: Date): Promise<void> {
  await sql`update voicemail.object set due_at = ${dueAt} where id = ${id} and due_at = ${takenUntil}`.execute(db);
}

/** The bucket holds nothing of it. */
export async function deleteObject(db: Executor, { id, takenUntil }: DueObject): Promise<void> {
  await sql`delete from voicemail.object where id = ${id} and due_at = ${takenUntil}`.execute(db);
}

/** Whether anything lies in a bucket. */
export async function areObjectsStored(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    select exists (select from voicemail.object where is_stored) as stored`.execute(db);
  return rows[0]?.stored === true;
}
