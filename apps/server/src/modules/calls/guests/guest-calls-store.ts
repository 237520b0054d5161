import { sql } from 'kysely';
import pg from 'pg';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';
import type { CallProgress } from '../record/call.ts';

/** Writes down that a guest wants to call. */
export async function insertGuestCall(
  database: Executor,
  call: { id: string; place: string; at: Date },
): Promise<void> {
  await sql`insert into calls.guest_call (id, place, initiated_at)
    values (${call.id}, ${call.place}, ${call.at})`.execute(database);
}

/** Whether a guest's call from this place runs that was allowed after `since`. */
export async function isGuestCalling(database: Executor, wanted: { place: string; since: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from calls.guest_call
    where place = ${wanted.place} and authorised_at > ${wanted.since} and ended_at is null`.execute(database);
  return rows.length > 0;
}

/**
 * Allows a guest's call that was initiated after `since`, once. What ran at its place and was allowed before `lostBefore`
 * has been lost sight of, and is over. Null: no such call; false: another one runs there.
 */
export async function allowGuestCall(
  tx: Transaction,
  wanted: { id: string; permission: string; since: Date; lostBefore: Date; at: Date },
): Promise<boolean | null> {
  const { rows } = await sql<{ place: string }>`
    select place from calls.guest_call
    where id = ${wanted.id} and authorised_at is null and ended_at is null and initiated_at >= ${wanted.since}
    for update`.execute(tx);
  const place = rows[0]?.place;
  if (place === undefined) return null;
  await sql`update calls.guest_call set ended_at = ${wanted.at}
    where place = ${place} and authorised_at < ${wanted.lostBefore} and ended_at is null`.execute(tx);
  try {
    await sql`update calls.guest_call set authorised_at = ${wanted.at}, permission = ${wanted.permission}
      where id = ${wanted.id}`.execute(tx);
    return true;
  } catch (error) {
    // The transaction is lost with it, and that is right: nothing of it shall stay.
    if (error instanceof pg.DatabaseError && error.constraint === 'guest_call_running') return false;
    throw error;
  }
}

/** Notes that a guest's call was answered. Late or twice it changes nothing. */
export async function noteGuestAnswer(database: Executor, answer: { id: string; at: Date }): Promise<void> {
  await sql`update calls.guest_call set answered_at = ${answer.at}
    where id = ${answer.id} and authorised_at is not null and answered_at is null and ended_at is null`.execute(
    database,
  );
}

/** Notes that a guest's call is over. Late or twice it changes nothing. */
export async function noteGuestEnd(database: Executor, end: { id: string; at: Date }): Promise<void> {
  await sql`update calls.guest_call set ended_at = ${end.at}
    where id = ${end.id} and authorised_at is not null and ended_at is null`.execute(database);
}

/** Notes that a guest's call was not placed, if it is this INVITE that was allowed. Late or twice it changes nothing. */
export async function noteGuestNotPlaced(
  database: Executor,
  end: { id: string; at: Date; permission: string },
): Promise<void> {
  await sql`update calls.guest_call set ended_at = ${end.at}
    where id = ${end.id} and permission = ${end.permission} and answered_at is null and ended_at is null`.execute(
    database,
  );
}

/** The state of each of these guests' calls; those that are none are left out. */
export async function guestStatesOf(database: Executor, ids: string[]): Promise<Map<string, CallProgress['state']>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; state: CallProgress['state'] }>`
    select id, case
      when ended_at is not null then 'ended' when answered_at is not null then 'answered'
      when authorised_at is not null then 'authorised' else 'initiated' end as state
    from calls.guest_call where id = any (${ids}::uuid[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row.state]));
}

/** Removes guests' calls that were initiated before `before`, some at a time; gives how many. */
export async function forgetGuestCalls(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'calls.guest_call', sql`initiated_at < ${before}`);
}
