// Broadcasts. Locks: whatever writing a message locks, then the broadcast, then its recipients.
import type { BroadcastStatus } from '@farline/contracts';
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';
import type { BroadcastRecord } from './broadcast.ts';

type BroadcastRow = {
  id: string;
  account_id: string;
  user_id: string;
  name: string;
  body: string;
  opt_out_line: string | null;
  number: string;
  columns: string[];
  state: BroadcastStatus;
  reason: string | null;
  reason_text: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};

const columns = sql`id, account_id, user_id, name, body, opt_out_line, number, columns, state, reason, reason_text, created_at,
  started_at, ended_at`;

function toBroadcast({ id, name, number, state, ...row }: BroadcastRow): BroadcastRecord {
  return {
    id,
    name,
    number,
    state,
    columns: row.columns,
    accountId: row.account_id,
    userId: row.user_id,
    text: row.body,
    optOutLine: row.opt_out_line,
    stop: row.reason === null ? null : { reason: row.reason, reasonText: row.reason_text ?? '' },
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

type Whose = { accountId: string; id: string };

/** Until the end of the transaction nobody else makes or starts broadcasts of an account: what is counted stays true. */
export async function lockBroadcasts(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`broadcasts ${accountId}`}, 0))`.execute(tx);
}

/** The broadcasts of an account, newest first; as many as it may have. */
export async function listBroadcasts(db: Executor, accountId: string): Promise<BroadcastRecord[]> {
  const { rows } = await sql<BroadcastRow>`select ${columns} from messages.broadcast
    where account_id = ${accountId} order by id desc`.execute(db);
  return rows.map(toBroadcast);
}

/** A broadcast of an account, or null. */
export async function findBroadcast(db: Executor, { accountId, id }: Whose): Promise<BroadcastRecord | null> {
  const { rows } = await sql<BroadcastRow>`select ${columns} from messages.broadcast
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] === undefined ? null : toBroadcast(rows[0]);
}

/** The same, and nobody else changes it, or writes messages of it, until the end of the transaction. */
export async function lockBroadcast(tx: Transaction, { accountId, id }: Whose): Promise<BroadcastRecord | null> {
  const { rows } = await sql<BroadcastRow>`select ${columns} from messages.broadcast
    where id = ${id} and account_id = ${accountId} for update`.execute(tx);
  return rows[0] === undefined ? null : toBroadcast(rows[0]);
}

/** Writes a draft down. */
export async function insertBroadcast(tx: Transaction, one: BroadcastRecord): Promise<void> {
  await sql`insert into messages.broadcast (id, account_id, user_id, name, body, opt_out_line, number, state, created_at)
    values (${one.id}, ${one.accountId}, ${one.userId}, ${one.name}, ${one.text}, ${one.optOutLine}, ${one.number}, 'draft',
      ${one.createdAt})`.execute(tx);
}

/** What is written in a draft. */
export async function saveDraft(
  tx: Transaction,
  { id, name, text, optOutLine, number, columns: fields }: BroadcastRecord,
): Promise<void> {
  await sql`update messages.broadcast set name = ${name}, body = ${text}, opt_out_line = ${optOutLine}, number = ${number},
      columns = ${fields} where id = ${id}`.execute(tx);
}

/** From one status to another; `stop`: why it cannot go on. */
export async function moveBroadcast(
  tx: Transaction,
  { id, state, stop, at }: { id: string; state: BroadcastStatus; stop: BroadcastRecord['stop']; at: Date },
): Promise<void> {
  const isEnd = state === 'completed' || state === 'cancelled';
  await sql`update messages.broadcast set state = ${state}, reason = ${stop?.reason ?? null},
      reason_text = ${stop?.reasonText ?? null}, turn_at = ${state === 'running' ? at : null}::timestamptz,
      started_at = case when ${state === 'running'} then coalesce(started_at, ${at}::timestamptz) else started_at end,
      ended_at = ${isEnd ? at : null}::timestamptz
    where id = ${id}`.execute(tx);
}

/** Removes a broadcast with its recipients; what was sent stays. */
export async function deleteBroadcast(tx: Transaction, id: string): Promise<void> {
  await sql`delete from messages.broadcast where id = ${id}`.execute(tx);
}

/** Takes running broadcasts whose turn it is: nobody else writes messages of them until then. */
export async function claimTurns(
  database: Database,
  wanted: { now: Date; until: Date; most: number },
): Promise<BroadcastRecord[]> {
  const { rows } = await sql<BroadcastRow>`
    with due as (
      select id from messages.broadcast where state = 'running' and turn_at <= ${wanted.now}
      order by turn_at limit ${wanted.most} for no key update skip locked)
    update messages.broadcast set turn_at = ${wanted.until} where id in (select id from due)
    returning ${columns}`.execute(database);
  return rows.map(toBroadcast);
}

/** Puts the next turn of a running broadcast off. */
export async function putOffTurn(db: Executor, { id, until }: { id: string; until: Date }): Promise<void> {
  await sql`update messages.broadcast set turn_at = ${until} where id = ${id} and state = 'running'`.execute(db);
}

/** Whether a broadcast runs; until the end of the transaction it goes on doing so. */
export async function isRunning(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`select id from messages.broadcast
    where id = ${id} and state = 'running' for share`.execute(tx);
  return rows.length > 0;
}

/** How many messages of a broadcast wait for a carrier. */
export async function countQueued(db: Executor, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from messages.message
    where broadcast_id = ${id} and state = 'queued'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes a broadcast of an account, with its recipients; false: there was none left. */
export async function eraseBroadcast(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`delete from messages.broadcast where id = (
      select id from messages.broadcast where account_id = ${accountId} limit 1)
    returning id`.execute(database);
  return rows.length > 0;
}
