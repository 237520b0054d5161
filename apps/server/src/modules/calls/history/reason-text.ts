import type { EndReason } from '@farline/contracts';
import type { Direction } from '../record/call-record.ts';

export type EndingTold = {
  reason: EndReason;
  hasRung: boolean;
  isAnswered: boolean;
  direction?: Direction;
  /** It was placed to forward another. */
  isForward?: boolean;
};

/** The sentence for a person about why a call ended: for who placed it, or for who was called. */
export function reasonText(ending: EndingTold): string {
  if (ending.direction === 'inbound') {
    const told = (ending.isAnswered ? null : INBOUND_UNANSWERED[ending.reason]) ?? INBOUND[ending.reason];
    if (told !== undefined) return told;
  }
  if (ending.isForward === true) {
    const told = FORWARDED[ending.reason];
    if (told !== undefined) return told;
  }
  if (ending.reason === 'no_answer' && !ending.hasRung) return SILENT_NETWORK;
  return (ending.isAnswered ? null : UNANSWERED[ending.reason]) ?? SENTENCES[ending.reason];
}

/** Where who is called has another part in it than who calls. */
const INBOUND: Partial<Record<EndReason, string>> = {
  hangup_caller: 'The caller hung up.',
  hangup_callee: 'You hung up.',
  cancelled: 'The caller gave up before you answered.',
  busy: 'Your phone was busy.',
  no_answer: 'Nobody answered on your side.',
  rejected: 'You declined the call.',
  unavailable: 'You had no page open, and none of your SIP phones could be reached.',
  media_lost: 'The sound was lost, so the call was ended.',
  engine_lost: 'The call was lost on our side.',
  out_of_credit: 'Your balance didn’t cover a call to this number, so it didn’t ring. Add funds to be reached.',
  too_many_calls: 'There were already as many calls at once as your limits allow, so this one didn’t ring.',
  limit_day: 'Today’s spending limit doesn’t cover more of this call. You can lift it in Settings.',
  limit_hour: 'This hour’s spending limit doesn’t cover more of this call. You can lift it in Settings.',
  limit_per_minute: 'A minute of calls to this number costs more than your limit allows, so it didn’t ring.',
};

/** Where nobody of the account placed it. */
const FORWARDED: Partial<Record<EndReason, string>> = {
  hangup_caller: 'The caller hung up.',
  cancelled: 'The caller gave up before the call was answered.',
  out_of_credit: 'The call wasn’t forwarded: your balance doesn’t cover it. Add funds to be reached.',
};

const INBOUND_UNANSWERED: Partial<Record<EndReason, string>> = {
  media_failed:
    'Your SIP phone refused the sound of the call (488). Allow PCMU or PCMA in its settings, plain or with SRTP (SDES).',
  ended_by_request: 'You declined the call.',
};

const SILENT_NETWORK = 'The other network didn’t react to the call. Nothing was charged.';

const UNANSWERED: Partial<Record<EndReason, string>> = {
  media_lost: 'The connection was lost before the call was answered. Nothing was charged.',
  engine_lost: 'The call was lost on our side before it was answered. Nothing was charged.',
  ended_by_request: 'You cancelled the call before it was answered.',
  limit_day: 'The call wasn’t placed: today’s spending limit doesn’t cover it. You can lift it in Settings.',
  limit_hour: 'The call wasn’t placed: this hour’s spending limit doesn’t cover it. You can lift it in Settings.',
};

const SENTENCES: Record<EndReason, string> = {
  hangup_caller: 'You hung up.',
  hangup_callee: 'They hung up.',
  ended_by_request: 'You ended the call.',
  credit_exhausted: 'The call ended because your balance was used up. Add funds to talk longer.',
  out_of_credit: 'Your balance doesn’t cover this call. Add funds and call again.',
  cancelled: 'You cancelled the call before it was answered.',
  busy: 'The line is busy. Try again later.',
  no_answer: 'Nobody answered.',
  rejected: 'They declined the call.',
  unallocated: 'This number isn’t in use. Check it and try again.',
  unavailable: 'The person can’t be reached right now: their phone is switched off or out of range.',
  carrier_failure: 'The other network couldn’t carry the call. Nothing was charged; try again in a moment.',
  trunks_full: 'All lines to this destination are in use right now. Nothing was charged; try again in a moment.',
  media_lost: 'The sound was lost, so the call was ended.',
  media_failed: 'The sound couldn’t be connected, so the call was ended.',
  engine_lost: 'The call was lost on our side. You paid only for the time that’s known to have worked.',
  engine_unavailable: 'Our phone system wasn’t available. Nothing was charged; try again in a moment.',
  not_placed: 'The call wasn’t placed. Nothing was charged.',
  not_allowed: 'This call isn’t allowed from your account.',
  destination_closed:
    'Calls to this type of number are blocked because they’re expensive. You can open them in Settings.',
  too_many_calls:
    'There are already as many calls at once as your limits allow. End one, or lift the limit in Settings.',
  limit_day: 'The call ended because today’s spending limit was reached. You can lift it in Settings.',
  limit_hour: 'The call ended because this hour’s spending limit was reached. You can lift it in Settings.',
  limit_per_minute:
    'A minute of this call costs more than your limit allows. You can open the destination in Settings.',
  limit_connection_fee:
    'The fee of this call is higher than your limit allows. You can open the destination in Settings.',
  limit_new_countries: 'No more countries today that you’ve never called before. You can lift this limit in Settings.',
  duration_limit: 'The call reached its longest possible time.',
  transfer_over: 'The call ended together with the one that a transfer had joined it to.',
  forward_over: 'The call ended because the other half of the forwarded call ended.',
  forward_most: 'The call reached the most that you allow a forwarded call to cost.',
  forward_loop: 'The call wasn’t forwarded: it would have come back to where it had been.',
  caller_blocked: 'You’ve blocked this caller.',
  anonymous_refused: 'The caller didn’t show a number, and this number doesn’t take such calls.',
  possibly_forged: 'The caller’s number may be forged, and this number doesn’t take such calls.',
  do_not_disturb: 'You didn’t want to be disturbed.',
  number_closed: 'Your number was closed at that time.',
  number_busy: 'Your number tells callers that it’s busy.',
  voicemail: 'The call went to voicemail.',
  menu: 'The call was answered by your menu.',
  message: 'The caller heard your message.',
};
