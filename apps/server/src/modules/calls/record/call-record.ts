import { type CallerDoubt, type EndReason, type Micros, OWN_VOICEMAIL } from '@farline/contracts';
import type { PaidBy, RatedNumber } from '../../rating/index.ts';
import type { CallProgress } from './call.ts';
import type { LostSound } from './media-silence.ts';
import type { Placer } from './placer.ts';

/** A call with everything that is kept about it. */
export type CallRecord = {
  id: string;
  accountId: string;
  /** Who pays: the wallet that the call holds from. */
  payerWalletId: string;
  paidBy: PaidBy;
  /** The trunks that may carry it are sandboxes: no real telephone rings. */
  isPractice: boolean;
  placer: Placer;
  direction: Direction;
  /** What it may cost at most, beside the limits of its account; null: nothing was said. */
  mostMicros: Micros | null;
  /** Null: not known, or not shown to who is called. */
  from: string | null;
  /** Of a call that came in: who calls, as the trunk wrote it, where that is no number. */
  fromText: string | null;
  /** The caller asked that who is called shall not see the number. */
  isNumberWithheld: boolean;
  /** Of a call that came in: why its number is not to be trusted. */
  callerDoubt: CallerDoubt | null;
  to: string;
  /** Destination and price as the caller was shown them; the call is paid by them. */
  rated: RatedNumber;
  quoteId: string | null;
  initiatedAt: Date;
  progress: CallProgress;
  /** With the end: what was charged, and for how many seconds. */
  charge: Charge | null;

  /** Null for a free call, and while its allowance lasts. */
  holdId: string | null;
  /** Null where no plan of its payer includes its destination. */
  allowance: CallAllowance | null;
  /** Seconds after the answer at which the call ends by what is granted; null before it is allowed. */
  grantedSeconds: number | null;
  /** No more money could be had: the call ends with `grantedSeconds` unless a top-up comes. */
  isEndKnown: boolean;
  /** What that is for; null while the end is not known. */
  endBecause: EndBecause | null;

  /**
   * `address:port` of the customer's WebSocket; of a call that came in, of its trunk until a browser has answered, `phone:` with the user
   * name of a SIP phone once that has, `attendant` once its number's voicemail has, or `menu` once a menu has.
   */
  connection: string | null;
  connectionClosedAt: Date | null;
  sipCallId: string | null;
  fromTag: string | null;
  /** The INVITE that was allowed, as the engine names it; null until then, and for calls older than this column. */
  permission: string | null;
  toTag: string | null;
  trunk: string | null;
  /** What each trunk said, as the engine lists it: `sandbox-a=503,sandbox-b=200`. */
  attempts: string;

  due: Due;
  /** An end that was decided here and that the engine has not reported yet. */
  decidedEnd: DecidedEnd | null;

  /** Sound that is missing and that the caller did not keep back, as it was last seen. */
  lostSound: LostSound | null;
  /** With the end: the last answered seconds that are not charged, because their sound was lost. */
  forgivenSeconds: number;
  callerHeardAt: Date | null;
  calleeHeardAt: Date | null;
  /** How many packets of each side the media proxy had taken when it was last looked; null before. */
  callerPacketsTaken: number | null;
  calleePacketsTaken: number | null;
  missingSince: Date | null;
  lastListedAt: Date | null;
};

/** Who was called, or who called; null: no number was shown. */
export const otherSide = ({ direction, from, to }: Pick<CallRecord, 'direction' | 'from' | 'to'>): string | null =>
  direction === 'inbound' ? from : to;

type Answering = Pick<CallRecord, 'direction' | 'connection'>;
/** The connections of the attendant, whatever it answers as; `sent`: as voicemail, where somebody who was called sent the caller to it. */
export const ATTENDANT_CONNECTIONS: readonly string[] = ['attendant', 'sent', 'menu', 'message'];
/** Whether the attendant has the call, in the place of who was called. */
export const isWithAttendant = ({ direction, connection }: Answering): boolean =>
  direction === 'inbound' && connection !== null && ATTENDANT_CONNECTIONS.includes(connection);
/** Whether it has the call because somebody who was called sent the caller to voicemail. */
export const isSentToVoicemail = ({ direction, connection }: Answering): boolean =>
  direction === 'inbound' && connection === 'sent';
/** Whether it said a message that ends the call. */
export const hearsMessage = ({ direction, connection }: Answering): boolean =>
  direction === 'inbound' && connection === 'message';
/** Whether it answered with a menu, whatever the caller has chosen there. */
export const isInMenu = ({ direction, connection }: Answering): boolean =>
  direction === 'inbound' && connection === 'menu';

/** Whether the attendant is who was called: somebody listens to their voicemails. */
export const isToAttendant = ({ direction, to }: Pick<CallRecord, 'direction' | 'to'>): boolean =>
  direction === 'outbound' && to === OWN_VOICEMAIL;

/** Whether no number is shown, whatever stands in its place: `withheld`, `x1`, or zeros. A short number of a telephone system is one. */
export const isAnonymous = ({ from, fromText }: Pick<CallRecord, 'from' | 'fromText'>): boolean =>
  from === null && !/^\+?[\d*.-]*[1-9][\d*.-]*$/.test(fromText ?? '');

/** `inbound`: to a number of the account. */
export type Direction = 'outbound' | 'inbound';

/** Why a running call gets no more: the money, a spending limit, or what it may cost itself. */
export type EndBecause = 'money' | 'limit_day' | 'limit_hour' | 'forward_most';

/** What a call takes of an allowance of its payer's plan. Included seconds are used before money. */
export type CallAllowance = {
  /** What the destination group is called, in English. */
  group: string;
  walletId: string;
  /** Null until the call is allowed, and when nothing was to be had then. */
  holdId: string | null;
  /** While the call runs: what is held. With its end: what it used. */
  seconds: number;
};

export type Charge = { answeredSeconds: number; costMicros: bigint };

/** When something has to be done about a running call; null: nothing. */
export type Due = {
  extendAt: Date | null;
  sendGrantedEndAt: Date | null;
  warnAt: Date | null;
  unblockAt: Date | null;
  lookAtMediaAt: Date | null;
  endOrderAt: Date | null;
};

export type DecidedEnd = { reason: EndReason };

export const nothingDue: Due = {
  extendAt: null,
  sendGrantedEndAt: null,
  warnAt: null,
  unblockAt: null,
  lookAtMediaAt: null,
  endOrderAt: null,
};
