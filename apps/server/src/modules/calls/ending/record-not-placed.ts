import type { Database } from '../../../platform/database.ts';
import { endCall } from './end-call.ts';

export type ReportedNotPlaced = {
  callId: string;
  at: Date;
  cause: 'cancelled' | 'timeout';
  permission: string;
};

/**
 * An allowed INVITE that the engine no longer had: nothing reached a trunk, and the hold goes back. Anybody may have named
 * the call in another INVITE, with the same Call-ID and tag: only the one that the hold was taken for counts.
 */
export async function recordNotPlaced(database: Database, report: ReportedNotPlaced): Promise<void> {
  await endCall(database, report.callId, (call) => {
    if (call.progress.state !== 'authorised' && call.progress.state !== 'ringing') return null;
    if (call.permission !== report.permission) return null;
    const isCancelled = report.cause === 'cancelled';
    return {
      at: report.at,
      answeredAt: null,
      reason: isCancelled ? 'cancelled' : 'engine_unavailable',
      endedBy: isCancelled ? 'caller' : 'farline',
      sipStatus: isCancelled ? 487 : 503,
    };
  });
}
