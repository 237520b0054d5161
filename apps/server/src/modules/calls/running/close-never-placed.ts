import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { callsNeverPlaced } from './due-calls-store.ts';
import { endCall } from '../ending/end-call.ts';
import { PLACEABLE_MS } from '../placing/initiate-call.ts';

const GRACE_MS = 5_000;
const MOST_AT_ONCE = 200;

/** Closes the calls whose INVITE never came and can no longer come. One that fails does not keep the others. */
export async function closeNeverPlaced(deps: { database: Database; clock: Clock; log: Log }): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - PLACEABLE_MS - GRACE_MS);
  for (const callId of await callsNeverPlaced(deps.database, before, MOST_AT_ONCE)) {
    try {
      await endCall(deps.database, callId, (call) =>
        call.progress.state === 'initiated'
          ? { at: now, answeredAt: null, reason: 'not_placed', endedBy: 'farline', sipStatus: null }
          : null,
      );
    } catch (error) {
      deps.log.error({ err: error, call: callId }, 'a call that was never placed could not be closed; it stays due');
    }
  }
}
