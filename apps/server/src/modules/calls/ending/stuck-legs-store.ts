import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** A carrier's leg of a call that is over, which the carrier has not let go of. */
export type StuckLeg = {
  callId: string;
  trunk: string;
  /** How often the carrier was told until it was reported. */
  byes: number;
  /** What it said last; null: nothing. */
  status: number | null;
  /** When it was reported. */
  at: Date;
};

/** Notes a leg, once; false when it is known. */
export async function insertStuckLeg(database: Executor, leg: StuckLeg): Promise<boolean> {
  const { rows } = await sql`insert into calls.stuck_leg (call_id, trunk, byes, last_status, stuck_at)
    values (${leg.callId}, ${leg.trunk}, ${leg.byes}, ${leg.status}, ${leg.at})
    on conflict (call_id) do nothing returning call_id`.execute(database);
  return rows.length > 0;
}

/** Notes that a leg is gone; false when none is open. */
export async function freeStuckLeg(database: Executor, gone: { callId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`update calls.stuck_leg set gone_at = ${gone.at}
    where call_id = ${gone.callId} and gone_at is null returning call_id`.execute(database);
  return rows.length > 0;
}

/** The legs that are not gone, oldest first; at most 1,000. */
export async function openStuckLegs(database: Executor): Promise<StuckLeg[]> {
  const { rows } = await sql<StuckLeg>`
    select call_id as "callId", trunk, byes, last_status as status, stuck_at as at
    from calls.stuck_leg where gone_at is null order by stuck_at limit 1000`.execute(database);
  return rows;
}

/** How many legs are not gone. */
export async function countStuckLegs(database: Executor): Promise<number> {
  const { rows } = await sql<{ legs: number }>`
    select count(*)::int as legs from calls.stuck_leg where gone_at is null`.execute(database);
  return rows[0]?.legs ?? 0;
}
