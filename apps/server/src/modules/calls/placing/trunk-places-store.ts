import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/**
 * How many calls are open on each of these trunks, by name: those that it carries, and those that it may still be
 * tried for. To be asked under the lock of the trunks; forgets the places of calls that have ended.
 */
export async function countTrunkPlaces(tx: Transaction, trunks: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ trunk: string; open: number }>`
    with ended as (
      delete from calls.trunk_place place using calls.call
      where place.trunk = any (${trunks}::text[]) and call.id = place.call_id and call.state = 'ended')
    select place.trunk, count(*)::int as open
    from calls.trunk_place place join calls.call on call.id = place.call_id
    where place.trunk = any (${trunks}::text[]) and call.state <> 'ended'
      and (call.trunk is null or call.trunk = place.trunk)
    group by place.trunk`.execute(tx);
  return new Map(rows.map(({ trunk, open }) => [trunk, open]));
}

/** Takes a place on each of these trunks for a call that is allowed in the same transaction. */
export async function insertTrunkPlaces(tx: Transaction, callId: string, trunks: string[]): Promise<void> {
  await sql`insert into calls.trunk_place (call_id, trunk)
    select ${callId}, unnest(${trunks}::text[]) on conflict do nothing`.execute(tx);
}

/** How many calls each trunk carries now, by name: those that have rung or been answered on it. */
export async function countOpenOnTrunks(database: Executor): Promise<Map<string, number>> {
  const { rows } = await sql<{ trunk: string; open: number }>`
    select trunk, count(*)::int as open from calls.call
    where state <> 'ended' and trunk is not null group by trunk limit 1000`.execute(database);
  return new Map(rows.map(({ trunk, open }) => [trunk, open]));
}
