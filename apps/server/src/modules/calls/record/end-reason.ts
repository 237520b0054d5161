import type { EndReason } from '@farline/contracts';
import type { EndedBy } from './call.ts';
import type { Direction, EndBecause } from './call-record.ts';

/** Why a call ended and who ended it. */
export type Ending = { reason: EndReason; endedBy: EndedBy };

const REFUSALS: Record<number, Ending> = {
  // The carrier does not take this call from us; nobody out there has declined it.
  403: { reason: 'carrier_failure', endedBy: 'carrier' },
  404: { reason: 'unallocated', endedBy: 'carrier' },
  408: { reason: 'no_answer', endedBy: 'carrier' },
  410: { reason: 'unallocated', endedBy: 'carrier' },
  480: { reason: 'unavailable', endedBy: 'carrier' },
  484: { reason: 'unallocated', endedBy: 'carrier' },
  485: { reason: 'unallocated', endedBy: 'carrier' },
  486: { reason: 'busy', endedBy: 'callee' },
  487: { reason: 'cancelled', endedBy: 'caller' },
  600: { reason: 'busy', endedBy: 'callee' },
  603: { reason: 'rejected', endedBy: 'callee' },
  604: { reason: 'unallocated', endedBy: 'carrier' },
  607: { reason: 'rejected', endedBy: 'callee' },
  608: { reason: 'carrier_failure', endedBy: 'carrier' },
};

/** What a phone that is called says of the sound that it was offered, and nobody else. */
const SOUND_REFUSED = [488, 606];

/** Why a call was never answered, from the engine's word on it and the last SIP status (RFC 3261 §21). */
export function endingOfFailure(failure: {
  cause: 'final' | 'first_sign_timeout' | 'ringing_timeout' | 'cancelled';
  status: number;
  direction?: Direction;
}): Ending {
  switch (failure.cause) {
    case 'cancelled':
      return { reason: 'cancelled', endedBy: 'caller' };
    case 'ringing_timeout':
    case 'first_sign_timeout':
      return { reason: 'no_answer', endedBy: 'farline' };
    case 'final':
      if (failure.direction === 'inbound' && SOUND_REFUSED.includes(failure.status)) {
        return { reason: 'media_failed', endedBy: 'callee' };
      }
      return REFUSALS[failure.status] ?? { reason: 'carrier_failure', endedBy: 'carrier' };
  }
}

/** What a granted end stood for: no more money, a spending limit, what it may cost itself, the longest time, or that nobody was there to lengthen it. */
export type GrantedEndKind = EndBecause | 'duration' | 'absence';

const GRANTED_END_REASONS: Record<GrantedEndKind, EndReason> = {
  money: 'credit_exhausted',
  limit_day: 'limit_day',
  limit_hour: 'limit_hour',
  forward_most: 'forward_most',
  duration: 'duration_limit',
  absence: 'engine_lost',
};

/** Why an answered call ended, from who ended it at the engine. `partner`: what joined it with another, if that one ended it. */
export function endingOfAnswered(
  by: 'caller' | 'callee' | 'partner' | 'limit' | 'server',
  limit: GrantedEndKind,
  partner: 'transfer_over' | 'forward_over' = 'transfer_over',
): Ending {
  switch (by) {
    case 'caller':
      return { reason: 'hangup_caller', endedBy: 'caller' };
    case 'callee':
      return { reason: 'hangup_callee', endedBy: 'callee' };
    case 'partner':
      return { reason: partner, endedBy: 'farline' };
    case 'limit':
      return { reason: GRANTED_END_REASONS[limit], endedBy: 'farline' };
    case 'server':
      return { reason: 'ended_by_request', endedBy: 'caller' };
  }
}

/** Who is said to have ended a call that the server decided to end. */
export function endedByOfDecision(reason: EndReason, direction: Direction): EndedBy {
  if (reason === 'ended_by_request') return direction === 'inbound' ? 'callee' : 'caller';
  return reason === 'cancelled' ? 'caller' : 'farline';
}

const Q850_OF_SIP: Record<number, number> = {
  403: 21,
  404: 1,
  408: 102,
  410: 22,
  480: 18,
  484: 28,
  485: 1,
  486: 17,
  487: 16,
  488: 88,
  500: 41,
  502: 38,
  503: 41,
  504: 102,
  600: 17,
  603: 21,
  604: 1,
  606: 88,
};
const NORMAL_CLEARING = 16;
const INTERWORKING = 127;

/** The ITU-T Q.850 cause of a final SIP status, as RFC 3398 §8.2.6.1 and §7.2.4.1 map them. */
export function q850Cause(sipStatus: number): number {
  if (sipStatus >= 200 && sipStatus < 300) return NORMAL_CLEARING;
  return Q850_OF_SIP[sipStatus] ?? INTERWORKING;
}
