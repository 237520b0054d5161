import type { EngineReport } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { noteGuestAnswer, noteGuestEnd, noteGuestNotPlaced } from './guest-calls-store.ts';
import { recordStuckLeg } from '../ending/record-stuck-leg.ts';

/** Takes a report about a guest's call: all that counts is whether it runs. Late or twice it changes nothing. */
export async function recordGuestReport(deps: { database: Database; log: Log }, report: EngineReport): Promise<void> {
  const { database } = deps;
  const about = { id: report.call, at: new Date(report.at) };
  switch (report.type) {
    case 'call.ringing':
    case 'call.transferred':
    case 'call.moved':
      return;
    case 'call.answered':
      return await noteGuestAnswer(database, about);
    case 'call.ended':
    case 'call.failed':
      return await noteGuestEnd(database, about);
    case 'call.not_placed':
      // Anybody may have named the call: only the INVITE that was allowed ends it.
      return await noteGuestNotPlaced(database, { ...about, permission: report.permission });
    case 'call.not_hung_up':
    case 'call.hung_up':
      return await recordStuckLeg(deps, report);
  }
}
