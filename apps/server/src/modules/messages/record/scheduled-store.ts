// Messages that wait for their time. Locks: whatever writing a message locks, then the row of what was scheduled.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';
import type { ScheduledRecord } from './scheduled-message.ts';

type ScheduledRow = {
  id: string;
  account_id: string;
  user_id: string;
  number: string;
  peer: string;
  body: string;
  encoding: ScheduledRecord['encoding'];
  segments: number;
  currency: string;
  per_segment: bigint;
  send_at: Date;
  time_zone: string | null;
  state: ScheduledRecord['state'];
  reason: string | null;
  reason_text: string | null;
  message_id: string | null;
  version: number;
  created_at: Date;
};

const columns = sql`id, account_id, user_id, number, peer, body, encoding, segments, currency, per_segment, send_at, time_zone, state,
  reason, reason_text, message_id, version, created_at`;

function toScheduled(row: ScheduledRow): ScheduledRecord {
  const { id, number, peer, encoding, segments, currency, version } = row;
  const common = {
    id,
    number,
    peer,
    encoding,
    segments,
    currency,
    version,
    accountId: row.account_id,
    userId: row.user_id,
    text: row.body,
    perSegmentMicros: micros(row.per_segment),
    sendAt: row.send_at,
    timeZone: row.time_zone,
    createdAt: row.created_at,
  };
  if (row.state === 'failed')
    return { ...common, state: 'failed', reason: row.reason ?? '', reasonText: row.reason_text ?? '' };
  if (row.state === 'sent') return { ...common, state: 'sent', messageId: row.message_id ?? '' };
  return { ...common, state: 'scheduled' };
}

type Whose = { accountId: string; id: string };

/** Until the end of the transaction nobody else schedules for this account: what is counted stays true. */
export async function lockSchedule(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scheduled messages ${accountId}`}, 0))`.execute(tx);
}

/** How many messages of an account wait or have failed. */
export async function countScheduled(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from messages.scheduled_message
    where account_id = ${accountId} and state <> 'sent'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes a message down that waits for its time. */
export async function insertScheduled(tx: Transaction, one: ScheduledRecord): Promise<void> {
  await sql`insert into messages.scheduled_message (id, account_id, user_id, number, peer, body, encoding, segments, currency,
      per_segment, send_at, time_zone, state, try_at, created_at)
    values (${one.id}, ${one.accountId}, ${one.userId}, ${one.number}, ${one.peer}, ${one.text}, ${one.encoding}, ${one.segments},
      ${one.currency}, ${one.perSegmentMicros}, ${one.sendAt}, ${one.timeZone}, 'scheduled', ${one.sendAt}, ${one.createdAt})`.execute(
    tx,
  );
}

/** A scheduled message of an account, or null. */
export async function findScheduled(db: Executor, { accountId, id }: Whose): Promise<ScheduledRecord | null> {
  const { rows } = await sql<ScheduledRow>`select ${columns} from messages.scheduled_message
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] === undefined ? null : toScheduled(rows[0]);
}

/** The same, and nobody else changes or sends it until the end of the transaction. */
export async function lockScheduled(tx: Transaction, { accountId, id }: Whose): Promise<ScheduledRecord | null> {
  const { rows } = await sql<ScheduledRow>`select ${columns} from messages.scheduled_message
    where id = ${id} and account_id = ${accountId} for update`.execute(tx);
  return rows[0] === undefined ? null : toScheduled(rows[0]);
}

/** What waits or failed, in the order of its times: of one person, or of all. As many as an account may have. */
export async function listScheduled(
  db: Executor,
  wanted: { accountId: string; peer: string | null; most: number },
): Promise<ScheduledRecord[]> {
  const { rows } = await sql<ScheduledRow>`select ${columns} from messages.scheduled_message
    where account_id = ${wanted.accountId} and state <> 'sent'
      and ${wanted.peer === null ? sql`true` : sql`peer = ${wanted.peer}`}
    order by send_at, id limit ${wanted.most}`.execute(db);
  return rows.map(toScheduled);
}

/** Everything that an account ever scheduled, oldest first, after one of them. */
export async function scheduledAfter(
  db: Executor,
  wanted: { accountId: string; after: string | null; most: number },
): Promise<ScheduledRecord[]> {
  const { rows } = await sql<ScheduledRow>`select ${columns} from messages.scheduled_message
    where account_id = ${wanted.accountId} and ${wanted.after === null ? sql`true` : sql`id > ${wanted.after}::uuid`}
    order by id limit ${wanted.most}`.execute(db);
  return rows.map(toScheduled);
}

/** Another text, time or price: it waits, also where it had failed. */
export async function saveScheduled(tx: Transaction, one: ScheduledRecord): Promise<void> {
  await sql`update messages.scheduled_message set number = ${one.number}, body = ${one.text}, encoding = ${one.encoding}, segments = ${one.segments},
      currency = ${one.currency}, per_segment = ${one.perSegmentMicros}, send_at = ${one.sendAt}, time_zone = ${one.timeZone},
      state = 'scheduled', reason = null, reason_text = null, try_at = ${one.sendAt}, version = version + 1
    where id = ${one.id} and state <> 'sent'`.execute(tx);
}

/** Takes what was cancelled away. */
export async function deleteScheduled(tx: Transaction, id: string): Promise<void> {
  await sql`delete from messages.scheduled_message where id = ${id}`.execute(tx);
}

/** Takes messages whose time has come, the oldest first: nobody else is given them until then. */
export async function claimDueScheduled(
  database: Database,
  wanted: { now: Date; until: Date; most: number },
): Promise<ScheduledRecord[]> {
  const { rows } = await sql<ScheduledRow>`
    with due as (
      select id from messages.scheduled_message where state = 'scheduled' and try_at <= ${wanted.now}
      order by try_at limit ${wanted.most} for update skip locked)
    update messages.scheduled_message set try_at = ${wanted.until} where id in (select id from due)
    returning ${columns}`.execute(database);
  return rows.map(toScheduled);
}

/** It is a message now, once. False: it was changed, cancelled or sent meanwhile. */
export async function markSent(
  tx: Transaction,
  { id, version, messageId }: { id: string; version: number; messageId: string },
): Promise<boolean> {
  const { rows } = await sql`update messages.scheduled_message set state = 'sent', message_id = ${messageId}, body = ''
    where id = ${id} and version = ${version} and state = 'scheduled' returning id`.execute(tx);
  return rows.length > 0;
}

/** It is not sent. False: it was changed, cancelled or sent meanwhile. */
export async function markFailed(
  tx: Transaction,
  { id, version, reason, reasonText }: { id: string; version: number; reason: string; reasonText: string },
): Promise<boolean> {
  const { rows } = await sql`update messages.scheduled_message
    set state = 'failed', reason = ${reason}, reason_text = ${reasonText}
    where id = ${id} and version = ${version} and state = 'scheduled' returning id`.execute(tx);
  return rows.length > 0;
}

/** How many messages to each of these people wait or have failed. */
export async function countScheduledTo(
  db: Executor,
  { accountId, peers }: { accountId: string; peers: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ peer: string; count: number }>`
    select peer, count(*)::integer as count from messages.scheduled_message
    where account_id = ${accountId} and peer = any (${peers}::text[]) and state <> 'sent' group by peer`.execute(db);
  return new Map(rows.map(({ peer, count }) => [peer, count]));
}

/** Deletes what an account had scheduled. */
export async function eraseScheduled(database: Database, accountId: string): Promise<void> {
  await sql`delete from messages.scheduled_message where account_id = ${accountId}`.execute(database);
}
