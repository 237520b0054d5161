import type { EndReason } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { availableMicros, findHold, findWallet } from '../../ledger/index.ts';
import { isFree, splitCall } from '../../rating/index.ts';
import { type CallRecord, hearsMessage, isInMenu, isWithAttendant } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';
import { chargeLateAnswer } from './charge-late-answer.ts';
import { type CallEnd, endCall } from './end-call.ts';
import { endedByOfDecision, endingOfAnswered, type GrantedEndKind } from '../record/end-reason.ts';
import type { CallSettings } from '../record/settings.ts';

export type ReportedEnd = {
  callId: string;
  /** The first BYE, or the instant of the cut. */
  at: Date;
  answeredAt: Date;
  by: 'caller' | 'callee' | 'partner' | 'limit' | 'server';
  trunk: string;
  toTag: string;
  /** Who has it in the place of who was called: the report of the answer may come later. Empty: nobody. */
  connection: string;
};

/** An answered call is over at the engine: it is charged and closed, once, whatever else is late or repeated. */
export async function recordEnd(deps: { database: Database; settings: CallSettings }, end: ReportedEnd): Promise<void> {
  const limit = end.by === 'limit' ? await grantedEndKind(deps, end.callId) : 'duration';
  const { forgivenADayMicros } = deps.settings;
  const isEnded = await endCall(deps.database, end.callId, (call) => ({
    ...endOf(call, end, limit),
    forgivenADayMicros,
  }));
  if (isEnded) return;
  const { callId, answeredAt, trunk, toTag } = end;
  await chargeLateAnswer(deps.database, { callId, answeredAt, endedAt: end.at, trunk, toTag });
}

/**
 * What the limit was that cut a call: the money, the longest time, or neither: then nobody was there to lengthen it. An
 * end that was not known may still be the money's: whoever should have asked for more was away.
 */
async function grantedEndKind(
  deps: { database: Database; settings: CallSettings },
  callId: string,
): Promise<GrantedEndKind> {
  const call = (await findCall(deps.database, callId))?.call ?? null;
  if (call === null || call.grantedSeconds === null) return 'duration';
  if (call.isEndKnown) return call.endBecause ?? 'money';
  if (isFree(call.rated.terms) || call.grantedSeconds >= deps.settings.longestSeconds) return 'duration';
  const wallet = await findWallet(deps.database, call.payerWalletId);
  const hold = call.holdId === null ? null : await findHold(deps.database, call.holdId);
  if (wallet === null || (hold === null && call.allowance === null)) return 'money';
  const { priceMicros } = splitCall(call.rated.terms, call.grantedSeconds + 1, call.allowance?.seconds ?? 0);
  const more = priceMicros - (hold?.heldMicros ?? 0n);
  return availableMicros(wallet) < more ? 'money' : 'absence';
}

const reasonWithAttendant = (call: CallRecord): EndReason =>
  isInMenu(call) ? 'menu' : hearsMessage(call) ? 'message' : 'voicemail';

function endOf(asRecorded: CallRecord, end: ReportedEnd, limit: GrantedEndKind): CallEnd {
  const { answeredAt, trunk, toTag } = end;
  // Where its answer is recorded, it may have gone on to somebody else since.
  const isAnswered = asRecorded.progress.state === 'answered' && asRecorded.connection !== null;
  const isAnswerLate = !isAnswered && end.connection !== '';
  const connection = isAnswerLate ? end.connection : asRecorded.connection;
  const call = { ...asRecorded, connection };
  const decided = call.decidedEnd;
  const common = { answeredAt, sipStatus: null, trunk, toTag, connection };
  if (decided !== null && end.by === 'server') {
    const { reason } = decided;
    return { ...common, at: end.at, reason, endedBy: endedByOfDecision(reason, call.direction) };
  }
  // Nothing else than a forward joins a call that came in.
  const isForwarded = call.direction === 'inbound' || call.placer.kind === 'forward';
  const ending = endingOfAnswered(end.by, limit, isForwarded ? 'forward_over' : 'transfer_over');
  if (isWithAttendant(call) && (end.by === 'caller' || end.by === 'callee')) {
    return { ...common, at: end.at, ...ending, reason: reasonWithAttendant(call) };
  }
  // A browser hangs up by itself when its sound does not come up, and nobody stays on such a call.
  const near = call.direction === 'inbound' ? 'callee' : 'caller';
  const isFailed = end.by === near && call.lostSound?.because === 'never_connected';
  return { ...common, at: end.at, ...ending, ...(isFailed ? { reason: 'media_failed' as const } : {}) };
}
