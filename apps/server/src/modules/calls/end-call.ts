import type { EndReason } from '@farline/contracts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { releaseHold, settleHold } from '../ledger/index.ts';
import { priceCall } from '../rating/index.ts';
import { answeredSeconds, applyCallEvent, type EndedBy, type EndedProgress } from './call.ts';
import { type CallRecord, type Charge, nothingDue } from './call-record.ts';
import { lockCall, saveEnded, type StoredCall } from './calls-store.ts';
import { legsOf } from './legs.ts';

/** How a call ended; what the engine tells with the end completes the record. */
export type CallEnd = {
  at: Date;
  answeredAt: Date | null;
  reason: EndReason;
  endedBy: EndedBy;
  sipStatus: number | null;
  trunk?: string;
  toTag?: string;
  attempts?: string;
};

/**
 * Ends a call as `decide` says of it, charges it once, releases the rest of its hold and tells its account: all or
 * nothing. Null from `decide`, a call that has ended, or none, changes nothing: ends come late, twice and in any order.
 */
export async function endCall(
  database: Database,
  callId: string,
  decide: (call: CallRecord) => CallEnd | null,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const stored = await lockCall(tx, callId);
    if (stored === null || stored.call.progress.state === 'ended') return;
    const end = decide(stored.call);
    if (end !== null) await closeCall(tx, stored, end);
  });
}

/** Ends a locked call: the record, the charge, the release and the event, in the caller's transaction. */
export async function closeCall(tx: Transaction, stored: StoredCall, end: CallEnd): Promise<void> {
  const progress = applyCallEvent(stored.call.progress, { type: 'ended', ...end });
  if (progress === stored.call.progress || progress.state !== 'ended') return;

  const charge = await settle(tx, stored.call, progress);
  const call: CallRecord = {
    ...stored.call,
    progress,
    charge,
    trunk: end.trunk || stored.call.trunk,
    toTag: end.toTag || stored.call.toTag,
    attempts: end.attempts || stored.call.attempts,
    // A far side that was silenced for a warning gets its voice back, whatever became of the call.
    due: { ...nothingDue, unblockAt: stored.call.due.unblockAt },
  };
  const saved = await saveEnded(tx, { ...stored, call }, legsOf(call, progress));
  if (!saved) throw new Error(`call ${call.id} changed under its lock`);
}

/** Takes the price of the answered seconds out of the call's hold. A call without hold is free. */
async function settle(tx: Transaction, call: CallRecord, ended: EndedProgress): Promise<Charge> {
  const seconds = answeredSeconds(ended, call.grantedSeconds);
  const { holdId } = call;
  if (holdId === null) return { answeredSeconds: seconds, costMicros: 0n };
  if (ended.answeredAt === null) {
    const released = await releaseHold(tx, { holdId, at: ended.endedAt });
    if (!released.released)
      throw new Error(`the hold of unanswered call ${call.id} was not released: ${released.reason}`);
    return { answeredSeconds: 0, costMicros: 0n };
  }
  const settled = await settleHold(tx, {
    holdId,
    chargeMicros: priceCall(call.rated.terms, seconds),
    cause: { type: 'call', id: call.id },
    houseAccount: 'revenue',
    at: ended.endedAt,
  });
  if (!settled.settled) throw new Error(`call ${call.id} could not be charged: ${settled.reason}`);
  return { answeredSeconds: seconds, costMicros: settled.chargedMicros };
}
