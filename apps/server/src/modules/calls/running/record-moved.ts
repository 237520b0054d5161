import type { Database } from '../../../platform/database.ts';
import { changeCall } from '../record/calls-store.ts';

/**
 * A browser came back over another WebSocket: that it is gone is judged by this one from now on. Who has left their call to others has
 * no connection any more.
 */
export async function recordMoved(database: Database, moved: { callId: string; connection: string }): Promise<void> {
  const { callId, connection } = moved;
  await changeCall(database, callId, { isTold: false }, (call) =>
    call.progress.state !== 'answered' || call.connection === null
      ? call
      : { ...call, connection, connectionClosedAt: null },
  );
}
