import type { EngineReport } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { freeStuckLeg, insertStuckLeg } from './stuck-legs-store.ts';

export type StuckLegReport = Extract<EngineReport, { type: 'call.not_hung_up' | 'call.hung_up' }>;

/**
 * A carrier does not let go of a call that is over, whatever it is told, or has let go of it at last. The customer pays nothing of it;
 * an operator sees it until it is gone. Late or twice it changes nothing.
 */
export async function recordStuckLeg(deps: { database: Database; log: Log }, report: StuckLegReport): Promise<void> {
  const { call, trunk } = report;
  const at = new Date(report.at);
  if (report.type === 'call.hung_up') {
    if (await freeStuckLeg(deps.database, { callId: call, at }))
      deps.log.warn({ call, trunk }, 'a carrier let go at last');
    return;
  }
  const { byes, status } = report;
  if (await insertStuckLeg(deps.database, { callId: call, trunk, byes, status: status === 0 ? null : status, at })) {
    deps.log.error(
      { call, trunk, byes, status },
      'a carrier does not let go of a call that is over: it may go on counting',
    );
  }
}
