import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { changeCall } from '../record/calls-store.ts';
import { noteJoined } from './transfers-store.ts';

/**
 * A call's caller is out, and its far side talks with that of the call in `to`. Whoever placed it may close their browser:
 * its connection has nothing to do with the call any more. Late or twice it changes nothing.
 */
export async function recordTransferred(
  deps: { database: Database; log: Log },
  transferred: { callId: string; to: string; at: Date },
): Promise<void> {
  const { callId, to, at } = transferred;
  if (!(await noteJoined(deps.database, { placedCallId: to, runningCallId: callId, at }))) {
    deps.log.warn({ call: callId, to }, 'the engine reported a transfer that nobody asked for');
    return;
  }
  await changeCall(deps.database, callId, { isTold: true }, (call) =>
    call.connection === null ? call : { ...call, connection: null, connectionClosedAt: null },
  );
  // What a page shows of the new call is another thing from now on.
  await changeCall(deps.database, to, { isTold: true }, (call) =>
    call.progress.state === 'ended' ? call : { ...call, connection: null },
  );
}
