import type { Database } from '../../../platform/database.ts';
import { applyCallEvent } from '../record/call.ts';
import { changeCall } from '../record/calls-store.ts';

/** The far side rings or speaks early. Late or twice it changes nothing. */
export async function recordRinging(
  database: Database,
  ringing: { callId: string; at: Date; trunk: string },
): Promise<void> {
  await changeCall(database, ringing.callId, { isTold: true, mayBeLost: true, isReported: true }, (call) => {
    const progress = applyCallEvent(call.progress, { type: 'ringing', at: ringing.at });
    return progress === call.progress ? call : { ...call, progress, trunk: ringing.trunk };
  });
}
