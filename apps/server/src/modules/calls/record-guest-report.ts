import type { EngineReport } from '@farline/contracts';
import type { Database } from '../../platform/database.ts';
import { noteGuestAnswer, noteGuestEnd } from './guest-calls-store.ts';

/** Takes a report about a guest's call: all that counts is whether it runs. Late or twice it changes nothing. */
export async function recordGuestReport(database: Database, report: EngineReport): Promise<void> {
  const about = { id: report.call, at: new Date(report.at) };
  switch (report.type) {
    case 'call.ringing':
    case 'call.transferred':
      return;
    case 'call.answered':
      return await noteGuestAnswer(database, about);
    case 'call.ended':
    case 'call.failed':
      return await noteGuestEnd(database, { ...about, isUnanswered: false });
    case 'call.not_placed':
      // Anybody may have named the call: one that is answered is not ended by it.
      return await noteGuestEnd(database, { ...about, isUnanswered: true });
  }
}
