import { type Call, micros, toMoney } from '@farline/contracts';
import { destinationReply, termsReply, paidByView } from '../../rating/index.ts';
import { callStatus } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { reasonText } from './reason-text.ts';
import type { CallTransfer } from '../transfer/transfers-store.ts';

/** The call as every list, page and live event shows it. */
export function viewOfCall(call: CallRecord): Call {
  const { progress, charge } = call;
  const ended = progress.state === 'ended' ? progress : null;
  const ringingAt = 'ringingAt' in progress ? progress.ringingAt : null;
  const answeredAt = 'answeredAt' in progress ? progress.answeredAt : null;
  return {
    id: call.id,
    to: call.to,
    startTime: call.initiatedAt.toISOString(),
    duration: charge?.answeredSeconds ?? 0,
    status: callStatus(progress),
    reason: ended?.reason ?? null,
    reasonText:
      ended === null
        ? null
        : reasonText({
            reason: ended.reason,
            hasRung: ringingAt !== null,
            isAnswered: answeredAt !== null,
            direction: call.direction,
            isForward: call.placer.kind === 'forward',
          }),
    direction: call.direction,
    placedBy: call.placer.kind,
    from: call.from,
    fromText: call.fromText,
    isNumberWithheld: call.isNumberWithheld,
    callerDoubt: call.callerDoubt,
    destination: destinationReply(call.rated.destination),
    terms: termsReply(call.rated.terms),
    ringingAt: ringingAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    endedAt: ended?.endedAt.toISOString() ?? null,
    endedBy: ended?.endedBy ?? null,
    cost: charge === null ? null : toMoney(micros(charge.costMicros), call.rated.terms.currency),
    isPractice: call.isPractice,
    paidBy: paidByView(call.paidBy),
    included: call.allowance === null ? null : { group: call.allowance.group, seconds: call.allowance.seconds },
    endsAfterSeconds: call.isEndKnown ? call.grantedSeconds : null,
    endsBecause: call.endBecause,
    sipStatus: ended?.sipStatus ?? null,
    trunk: call.trunk,
  };
}

/** The call as a page shows it that looks at this one alone. */
export function viewWithTransfer(call: CallRecord, transfer: CallTransfer | null): Call {
  if (transfer === null) return { ...viewOfCall(call), transfer: null };
  const { role, callId, number, joinedAt } = transfer;
  return { ...viewOfCall(call), transfer: { role, callId, number, isJoined: joinedAt !== null } };
}
