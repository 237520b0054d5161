import type { Executor } from '../../../platform/database.ts';
import { isToAttendant } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';

/** Whose voicemails are heard in a call; null: it is no call to one's own voicemail. */
export async function listeningAccount(database: Executor, callId: string): Promise<string | null> {
  const call = (await findCall(database, callId))?.call ?? null;
  return call !== null && isToAttendant(call) ? call.accountId : null;
}
