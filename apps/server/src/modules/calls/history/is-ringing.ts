import type { Executor } from '../../../platform/database.ts';
import { findCall } from '../record/calls-store.ts';

/** Whether a call rings, or may yet: nobody has answered it, and nothing has ended it. */
export async function isRinging(database: Executor, callId: string): Promise<boolean> {
  const call = (await findCall(database, callId))?.call ?? null;
  return call !== null && call.decidedEnd === null && !['answered', 'ended'].includes(call.progress.state);
}
