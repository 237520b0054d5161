import type { EngineReport } from '@farline/contracts';
import { isId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { failCall } from './ending/fail-call.ts';
import { recordAnswer, type RecordAnswerDeps } from './placing/record-answer.ts';
import { recordEnd } from './ending/record-end.ts';
import { recordNotPlaced } from './ending/record-not-placed.ts';
import { recordRinging } from './placing/record-ringing.ts';
import { recordStuckLeg } from './ending/record-stuck-leg.ts';
import { recordMoved } from './running/record-moved.ts';
import { recordTransferred } from './transfer/record-transferred.ts';

export type RecordReportDeps = RecordAnswerDeps & { log: Log };

/**
 * Takes one report of the engine into the record; resolves when it is safe in the database, so that it may be
 * acknowledged. Reports about calls that are not ours are logged and done with.
 */
export async function recordReport(deps: RecordReportDeps, report: EngineReport): Promise<void> {
  if (!isId(report.call)) {
    deps.log.warn({ report: report.type, key: report.key }, 'the engine reported a call without our id');
    return;
  }
  const about = { callId: report.call, at: new Date(report.at) };
  switch (report.type) {
    case 'call.ringing':
      return await recordRinging(deps.database, { ...about, trunk: report.trunk });
    case 'call.answered': {
      const { trunk, attempts, sipCallId, fromTag, toTag, connection } = report;
      return await recordAnswer(deps, { ...about, trunk, attempts, sipCallId, fromTag, toTag, connection });
    }
    case 'call.ended': {
      const { by, trunk, toTag, connection } = report;
      return await recordEnd(deps, { ...about, answeredAt: new Date(report.answeredAt), by, trunk, toTag, connection });
    }
    case 'call.failed': {
      const { status, cause, trunk, attempts } = report;
      return await failCall(deps.database, { ...about, status, cause, trunk, attempts });
    }
    case 'call.transferred':
      return await recordTransferred(deps, { ...about, to: report.to });
    case 'call.moved':
      return await recordMoved(deps.database, { callId: report.call, connection: report.connection });
    case 'call.not_placed': {
      const { cause, permission } = report;
      return await recordNotPlaced(deps.database, { ...about, cause, permission });
    }
    case 'call.not_hung_up':
    case 'call.hung_up':
      return await recordStuckLeg(deps, report);
  }
}
