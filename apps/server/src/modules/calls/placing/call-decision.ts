import { type CallAllowed, type CallAsk, type CallRefused, type EndReason, permissionOf } from '@farline/contracts';
import type { TrunkRoute } from '../../routing/index.ts';
import { applyCallEvent } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { isSamePlacer, type Placer } from '../record/placer.ts';
import type { CallSettings } from '../record/settings.ts';

/** What the engine asks, with who has proved to place the call. */
export type ProvenAsk = Omit<CallAsk, 'user' | 'phone'> & { placer: Placer };
/** What the engine's line adds to a decision. */
export type AnswerAddress = 'type' | 'transactionIndex' | 'transactionLabel' | 'call' | 'sipCallId' | 'fromTag';
/** `call`: the id of a call that had none when it was asked for. */
export type CallDecision = (Omit<CallAllowed, AnswerAddress> | Omit<CallRefused, AnswerAddress>) & { call?: string };

/** Whether an INVITE is this call's: the same placer and number, in time, and no INVITE has used it. */
export function isRightful(call: CallRecord, ask: ProvenAsk, placeableSince: Date): boolean {
  return (
    isSamePlacer(call.placer, ask.placer) &&
    call.to === unescape(ask.dialled) &&
    call.progress.state === 'initiated' &&
    call.initiatedAt >= placeableSince
  );
}

/** Whether who is called shall not see the number: by the request for the call, or by the INVITE. */
export function isWithheld(call: Pick<CallRecord, 'isNumberWithheld'>, ask: Pick<CallAsk, 'privacy'>): boolean {
  return call.isNumberWithheld || ask.privacy === 'id';
}

/** A user part may escape any character (RFC 3261 §19.1.4). */
export function unescape(userPart: string): string {
  try {
    return decodeURIComponent(userPart);
  } catch {
    return userPart;
  }
}

/** The call as it is once an INVITE has been allowed to place it. */
export function allowedBy(call: CallRecord, ask: ProvenAsk, at: Date): CallRecord {
  return {
    ...call,
    progress: applyCallEvent(call.progress, { type: 'allowed', at }),
    isNumberWithheld: isWithheld(call, ask),
    connection: ask.connection,
    sipCallId: ask.sipCallId,
    fromTag: ask.fromTag,
    permission: permissionOf(ask),
  };
}

/** What the engine needs to place the call. */
export function allowed(
  settings: Pick<CallSettings, 'firstSignMs' | 'tryingMs' | 'ringingMs'>,
  call: {
    callerId: string | null;
    isNumberWithheld: boolean;
    grantedSeconds: number;
    trunks: TrunkRoute[];
    answering?: { task: string; attendant: number };
  },
): CallDecision {
  const [first, second, third] = call.trunks;
  return {
    decision: 'allow',
    callerId: call.callerId ?? '',
    privacy: call.isNumberWithheld ? 'id' : '',
    grantedSeconds: call.grantedSeconds,
    firstSignMs: settings.firstSignMs,
    tryingMs: settings.tryingMs,
    ringingMs: settings.ringingMs,
    trunkCount: call.trunks.length,
    trunk1Name: first?.name ?? '',
    trunk1Uri: first?.uri ?? '',
    trunk2Name: second?.name ?? '',
    trunk2Uri: second?.uri ?? '',
    trunk3Name: third?.name ?? '',
    trunk3Uri: third?.uri ?? '',
    ...call.answering,
  };
}

export const refuse = (status: number, phrase: string, reason: EndReason) => ({
  decision: 'refuse' as const,
  status,
  phrase,
  reason,
});

/** Says nothing about whose call it is, or why. */
export const notAllowed = refuse(403, 'Forbidden', 'not_allowed');

/** The engine does not wait any more. */
export const tooLate = refuse(503, 'Service Unavailable', 'engine_unavailable');
