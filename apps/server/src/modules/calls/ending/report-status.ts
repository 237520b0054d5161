import type { CallStatus } from '@farline/contracts';
import { callStatus } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { callNotFound, statusGoesBackwards } from '../record/calls-problems.ts';
import { findCall } from '../record/calls-store.ts';
import { type EndByRequestDeps, endCallByRequest } from './end-call-by-request.ts';

const STEPS: Record<CallStatus, number> = {
  initiated: 0,
  ringing: 1,
  'in-progress': 2,
  completed: 3,
  failed: 3,
  cancelled: 3,
};

/**
 * A client's own report of how far its call is. `completed` and `cancelled` end a running call through the engine; nothing
 * else is changed by it, least of all what the engine reported or what is charged. A step backwards is refused.
 */
export async function reportStatus(
  deps: EndByRequestDeps,
  report: { callId: string; accountId: string; status: CallStatus },
): Promise<CallRecord> {
  const stored = await findCall(deps.database, report.callId);
  if (stored === null || stored.call.accountId !== report.accountId) throw callNotFound();
  const current = callStatus(stored.call.progress);
  if (STEPS[report.status] < STEPS[current]) throw statusGoesBackwards(current, report.status);

  const isEnd = report.status === 'completed' || report.status === 'cancelled';
  if (!isEnd || stored.call.progress.state === 'ended') return stored.call;
  return await endCallByRequest(deps, report);
}
