import { type EndReason, type Micros, micros } from '@farline/contracts';
import { type Database, type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import type { ClosingAt } from '../../ledger/index.ts';
import { splitCall } from '../../rating/index.ts';
import { answeredSeconds, applyCallEvent, type EndedBy, type EndedProgress } from '../record/call.ts';
import { closingsOfAllowance, enlargeAllowance } from '../money/call-allowance.ts';
import { forgetCall, rememberedCall } from '../record/call-memory.ts';
import { type CallRecord, type Charge, nothingDue } from '../record/call-record.ts';
import { forgiveLostSound, mayBeForgiven } from '../money/forgive-lost-sound.ts';
import { lockCall, type StoredCall } from '../record/calls-store.ts';
import { type CallToClose, saveEnded } from './close-call-store.ts';
import { saveEndedWithOthers } from './end-with-others.ts';
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
  connection?: string | null;
  attempts?: string;
  /** What the account may be forgiven in a day for lost sound; without it nothing is. */
  forgivenADayMicros?: Micros;
};

/**
 * Ends a call as `decide` says of it, charges it once, releases the rest of its hold and tells its account: all or
 * nothing. Null from `decide`, a call that has ended, or none, changes nothing: ends come late, twice and in any order. Says whether
 * it ended now.
 */
export async function endCall(
  database: Database,
  callId: string,
  decide: (call: CallRecord) => CallEnd | null,
): Promise<boolean> {
  const remembered = rememberedCall(database, callId);
  const end = remembered === null ? null : decide(remembered.call);
  // As it was remembered it is no longer, or it is to be read anew.
  forgetCall(database, callId);
  const isQuick = remembered !== null && end !== null && !mayBeForgiven(remembered.call);
  if (isQuick && (await saveEndedWithOthers(database, await endingOf(database, remembered, end)))) return true;
  // Not remembered, not to be ended, to be forgiven something, or changed by somebody else meanwhile: the call as it really is decides.
  return await inTransaction(database, async (tx) => {
    const stored = await lockCall(tx, callId);
    if (stored === null || stored.call.progress.state === 'ended') return false;
    const endNow = decide(stored.call);
    if (endNow === null) return false;
    const forgivenSeconds = await forgive(tx, stored.call, endNow);
    if (!(await closeCall(tx, stored, endNow, forgivenSeconds))) throw changedUnderLock(callId);
    return true;
  });
}

/**
 * Ends an open call in one statement: the record, the charge, the release and the event. False when somebody changed it
 * since it was read, and nothing happened.
 */
export async function closeCall(
  database: Executor,
  stored: StoredCall,
  end: CallEnd,
  forgivenSeconds = 0,
): Promise<boolean> {
  const saved = await saveEnded(database, [await endingOf(database, stored, end, forgivenSeconds)]);
  return saved.has(stored.call.id);
}

/** An open call as it is once it has ended, and what is then done with what it holds. */
async function endingOf(
  database: Executor,
  stored: StoredCall,
  end: CallEnd,
  forgivenSeconds = 0,
): Promise<CallToClose> {
  const progress = endedBy(stored.call, end);
  const paidSeconds = answeredSeconds(progress, stored.call.grantedSeconds) - forgivenSeconds;
  const allowance = await allowanceAtEnd(database, stored.call, { progress, paidSeconds });
  const charge = chargeOf({ ...stored.call, allowance }, { progress, paidSeconds });
  const call: CallRecord = {
    ...stored.call,
    progress,
    charge,
    forgivenSeconds,
    allowance: allowance === null ? null : { ...allowance, seconds: Math.min(allowance.seconds, paidSeconds) },
    trunk: end.trunk || stored.call.trunk,
    toTag: end.toTag || stored.call.toTag,
    connection: end.connection || stored.call.connection,
    attempts: end.attempts || stored.call.attempts,
    // A far side that was silenced for a warning gets its voice back, whatever became of the call.
    due: { ...nothingDue, unblockAt: stored.call.due.unblockAt },
  };
  return {
    stored: { ...stored, call },
    legs: legsOf(call, progress),
    closings: closingsOf(call, progress, charge.costMicros),
    claim: { causeId: call.id, chargedMicros: charge.costMicros },
  };
}

export const changedUnderLock = (callId: string) => new Error(`call ${callId} changed under its lock`);

function endedBy(call: CallRecord, end: CallEnd): EndedProgress {
  const progress = applyCallEvent(call.progress, { type: 'ended', ...end });
  if (progress.state !== 'ended') throw new Error(`call ${call.id} cannot end`);
  return progress;
}

async function forgive(tx: Transaction, call: CallRecord, end: CallEnd): Promise<number> {
  if (end.forgivenADayMicros === undefined) return 0;
  return await forgiveLostSound(tx, call, endedBy(call, end), end.forgivenADayMicros);
}

/** How a call ended, and how many of its answered seconds are to be paid. */
type Counted = { progress: EndedProgress; paidSeconds: number };

/** The call's allowance with what became free of it since it was last asked: included seconds are used before money. */
async function allowanceAtEnd(database: Executor, call: CallRecord, { progress, paidSeconds }: Counted) {
  if (call.allowance === null || progress.answeredAt === null) return call.allowance;
  return await enlargeAllowance(database, call.allowance, { seconds: paidSeconds, key: 'end', at: progress.endedAt });
}

/** What the call costs: the price of the seconds to pay that no allowance covers. A call without hold is free. */
function chargeOf(call: CallRecord, { progress, paidSeconds }: Counted): Charge & { costMicros: Micros } {
  const { priceMicros } = splitCall(call.rated.terms, paidSeconds, call.allowance?.seconds ?? 0);
  return {
    answeredSeconds: answeredSeconds(progress, call.grantedSeconds),
    costMicros: call.holdId === null ? FREE : priceMicros,
  };
}

const FREE = micros(0n);

/** Takes the cost out of the call's hold and releases the rest; the hold of a call that was not answered goes back whole. */
function closingsOf(call: CallRecord, ended: EndedProgress, costMicros: Micros): ClosingAt[] {
  const usedSeconds = ended.answeredAt === null ? null : (call.allowance?.seconds ?? 0);
  const closings = closingsOfAllowance(call, usedSeconds, ended.endedAt);
  if (call.holdId === null) return closings;
  const ofMoney: ClosingAt = {
    holdId: call.holdId,
    chargeMicros: ended.answeredAt === null ? null : costMicros,
    cause: { type: 'call', id: call.id },
    houseAccount: houseAccountOf(call),
    at: ended.endedAt,
  };
  return [...closings, ofMoney];
}

/** Where what is paid for a call goes: trial credit back to where it came from. */
export const houseAccountOf = ({ paidBy }: CallRecord) => (paidBy === 'money' ? 'revenue' : 'trial_credit');
