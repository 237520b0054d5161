import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database.ts';
import type { CallProgress } from '../record/call.ts';
import type { Direction } from '../record/call-record.ts';
import { isGuestCallId } from '../guests/guest-call.ts';
import { guestStatesOf } from '../guests/guest-calls-store.ts';

/** An open call that an INVITE has reached, as the reaper compares it with the engine's list. */
export type OpenCall = {
  id: string;
  state: CallProgress['state'];
  direction: Direction;
  authorisedAt: Date;
  answeredAt: Date | null;
  sipCallId: string;
  missingSince: Date | null;
  lastListedAt: Date | null;
};

/** Every open call that an INVITE had reached before an instant. */
export async function openCallsAllowedBefore(database: Database, instant: Date): Promise<OpenCall[]> {
  const { rows } = await sql<OpenCall>`
    select id, state, direction, authorised_at as "authorisedAt", answered_at as "answeredAt", sip_call_id as "sipCallId",
      missing_since as "missingSince", last_listed_at as "lastListedAt"
    from calls.call where state <> 'ended' and state <> 'initiated' and authorised_at < ${instant}`.execute(database);
  return rows;
}

/** The state of each of these calls, of accounts and of guests; those that are not ours are left out. */
export async function statesOf(database: Database, ids: string[]): Promise<Map<string, CallProgress['state']>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; state: CallProgress['state'] }>`
    select id, state from calls.call where id = any (${ids}::uuid[])`.execute(database);
  const guests = await guestStatesOf(database, ids.filter(isGuestCallId));
  return new Map([...rows.map((row) => [row.id, row.state] as const), ...guests]);
}

/** Writes down that the engine's list was read, and gives when it was read before; null: never. */
export async function noteReading(database: Database, at: Date): Promise<Date | null> {
  return await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ listed_at: Date | null }>`
      select listed_at from calls.engine for update`.execute(tx);
    await sql`
      insert into calls.engine (epoch, listed_at) values ('', ${at})
      on conflict (single) do update set listed_at = greatest(engine.listed_at, excluded.listed_at)`.execute(tx);
    return rows[0]?.listed_at ?? null;
  });
}

/** Writes down the engine's epoch; returns whether it is another than before. */
export async function noteEpoch(database: Database, epoch: string): Promise<boolean> {
  const { rows } = await sql`
    insert into calls.engine (epoch) values (${epoch})
    on conflict (single) do update set epoch = excluded.epoch where engine.epoch <> excluded.epoch
    returning epoch`.execute(database);
  return rows.length > 0;
}
