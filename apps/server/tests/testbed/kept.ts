import { sql } from 'kysely';
import { askKamailio } from '../../../../voice/testbed/ask-kamailio.ts';
import type { Database } from '../../src/platform/database.ts';

/** Rounded up here, stamped at two places there. */
export const MOST_APART_SECONDS = 1;
export const SETTLED_WITHIN_MS = 15_000;

/**
 * Whether these seconds of our record are those that a far side counted, give or take one; `refusedForSeconds`: how much longer it may have
 * counted by its own fault. Instants are in milliseconds; its end came at `endedAt`, or as early as after `endedAfter`.
 */
export function isSameLength(
  seconds: number,
  far: { answeredAt: number; endedAfter: number; endedAt: number },
  refusedForSeconds: number,
): boolean {
  const moreAt = (end: number) => Math.ceil((end - far.answeredAt) / 1000) - seconds;
  return moreAt(far.endedAt) >= -MOST_APART_SECONDS && moreAt(far.endedAfter) <= MOST_APART_SECONDS + refusedForSeconds;
}

/** What is still kept for a call that is over: its hold, its claim of the limits, its place on a trunk, its account's running calls. */
export async function keptFor(database: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ kept: string }>`
    select 'a hold' as kept from ledger.hold where cause_id = ${id} and state = 'open'
    union all
    select 'a claim of the limits' from limits.claim where cause_id = ${id}
    union all
    select 'a place on a trunk' from calls.trunk_place where call_id = ${id}
    union all
    select 'a call under way in the limits' from limits.account_counter a join calls.call c using (account_id)
    where c.id = ${id} and a.running > 0
      and not exists (select from calls.call other where other.account_id = a.account_id and other.state <> 'ended')`.execute(
    database,
  );
  return rows.map((row) => row.kept);
}

/** What Kamailio still holds of a call: its dialog, and reports that no server took. */
export async function keptByEngine(rpcPort: number, id: string): Promise<string[]> {
  // 5: over, and kept for some seconds to absorb what comes late.
  const dialog = (await dialogStates(rpcPort, id)).some((state) => state !== 5);
  const reports = JSON.stringify((await askKamailio(rpcPort, 'htable.dump', ['report'])) ?? []).includes(id);
  return [...(dialog ? ['a dialog'] : []), ...(reports ? ['a report'] : [])];
}

/** Whether the answer of a call was acknowledged, as the engine has heard. */
export const isAcknowledged = async (rpcPort: number, id: string): Promise<boolean> =>
  (await dialogStates(rpcPort, id)).includes(4);

/** Whether the engine has a server that it can ask. */
export const hasServer = async (rpcPort: number): Promise<boolean> =>
  (((await askKamailio(rpcPort, 'htable.dump', ['server'])) ?? []) as unknown[]).length > 0;

async function dialogStates(rpcPort: number, id: string): Promise<(number | undefined)[]> {
  const dialogs = ((await askKamailio(rpcPort, 'dlg.list')) ?? []) as { state?: number; variables?: unknown }[];
  return dialogs.filter(({ variables }) => JSON.stringify(variables ?? '').includes(id)).map(({ state }) => state);
}
