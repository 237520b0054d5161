import { waitUntil } from '@farline/tools/wait-until';
import { sql } from 'kysely';
import type { FarCount } from '../../../../voice/testbed/strict-dialogs.ts';
import type { Database } from '../../src/platform/database.ts';
import { isSameLength, keptByEngine, keptFor, SETTLED_WITHIN_MS } from './kept.ts';

/** Our record of a call that somebody pays for, or of a guest's, which nobody does. */
type OwnRecord = {
  accountId: string | null;
  isEnded: boolean;
  /** Charged for; of a guest's call, how long it ran. */
  seconds: number;
  reason: string | null;
};

/** What the record says of a call; null where there is no such call. */
async function ownRecord(database: Database, id: string): Promise<OwnRecord | null> {
  const { rows } = await sql<OwnRecord>`
    select account_id as "accountId", state = 'ended' as "isEnded", coalesce(answered_seconds, 0) as seconds, reason
    from calls.call where id = ${id}
    union all
    select null, ended_at is not null, coalesce(ceil(extract(epoch from ended_at - answered_at)), 0)::integer, null
    from calls.guest_call where id = ${id}`.execute(database);
  return rows[0] ?? null;
}

/**
 * Throws unless a call is over at both ends, the seconds of our record are those that the far side counted, give or take one, and
 * nothing is kept for it anywhere. `counted` gives the far side's count, or null where it was never answered there.
 */
export async function expectAgreement(
  where: { database: Database; rpcPort: number },
  call: {
    id: string;
    counted: () => FarCount | null;
    /** How much longer the far side may have counted, by its own fault. */
    refusedForSeconds: number;
  },
): Promise<void> {
  const { database, rpcPort } = where;
  const withinMs = 2 * SETTLED_WITHIN_MS;
  const isOver = async () => (await ownRecord(database, call.id))?.isEnded === true;
  await waitUntil(`the end of call ${call.id} in the record`, isOver, { withinMs });
  const overThere = async () => {
    let there = call.counted();
    const isOverThere = () => {
      there = call.counted();
      return there?.endedAt !== null;
    };
    await waitUntil(`the end of call ${call.id} at the far side`, isOverThere, { withinMs });
    return there;
  };
  await overThere();

  let kept: string[] = [];
  const isNothingKept = async () => {
    kept = [...(await keptFor(database, call.id)), ...(await keptByEngine(rpcPort, call.id))];
    return kept.length === 0;
  };
  await waitUntil(`nothing to be kept`, isNothingKept, { withinMs, everyMs: 200 }).catch(() => {
    throw new Error(`call ${call.id} is over, but ${kept.join(', ')} is kept for it`);
  });

  // Looked at again: an answer that crosses a CANCEL comes late, and counts.
  const [record, there] = [await ownRecord(database, call.id), await overThere()];
  const { answeredAt, endedAt, endedAfter } = there ?? {};
  const far = { answeredAt: answeredAt ?? 0, endedAt: endedAt ?? 0, endedAfter: endedAfter ?? 0 };
  if (!isSameLength(record?.seconds ?? 0, far, call.refusedForSeconds)) {
    const seconds = Math.ceil((far.endedAt - far.answeredAt) / 1000);
    throw new Error(
      `call ${call.id}: ${record?.seconds} s in the record, ${seconds} s at the far side, whose process heard of the end up to ${far.endedAt - far.endedAfter} ms late`,
    );
  }
}
