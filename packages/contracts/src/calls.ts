import { z } from 'zod';
import { callerDoubt } from './voice/caller-doubt.ts';
import { e164List } from './phone-number.ts';
import { money } from './money.ts';
import { destination, rateTerms } from './rates.ts';
import { searchedFrom, searchText } from './search/search-text.ts';

export const callStatus = z.enum(['initiated', 'ringing', 'in-progress', 'completed', 'failed', 'cancelled']);
export type CallStatus = z.infer<typeof callStatus>;

/** Why a call ended, or was never placed. The page has a sentence for each. */
export const endReason = z.enum([
  'hangup_caller',
  'hangup_callee',
  'ended_by_request',
  'credit_exhausted',
  'out_of_credit',
  'cancelled',
  'busy',
  'no_answer',
  'rejected',
  'unallocated',
  'unavailable',
  'carrier_failure',
  'trunks_full',
  'media_lost',
  'media_failed',
  'engine_lost',
  'engine_unavailable',
  'not_placed',
  'not_allowed',
  'destination_closed',
  'too_many_calls',
  'limit_day',
  'limit_hour',
  'limit_per_minute',
  'limit_connection_fee',
  'limit_new_countries',
  'duration_limit',
  'transfer_over',
  'forward_over',
  'forward_most',
  'forward_loop',
  'caller_blocked',
  'anonymous_refused',
  'possibly_forged',
  'do_not_disturb',
  'number_closed',
  'number_busy',
  'voicemail',
  'menu',
  'message',
]);
export type EndReason = z.infer<typeof endReason>;

/**
 * Why seconds of a call were not charged, though they were answered: our media proxy was gone, the keys of the caller's
 * encrypted sound were never agreed, or the far side never sent a packet.
 */
export const lostBecause = z.enum(['media_proxy_away', 'never_connected', 'far_side_silent']);
export type LostBecause = z.infer<typeof lostBecause>;

/** `inbound`: a call to a number of the account, which costs it nothing. */
export const callDirection = z.enum(['outbound', 'inbound']);
/** Who placed it: a user in the browser, a SIP phone of the account, a telephone out there, the rule of a number to forward a call, or Farline to say a code (verification). */
export const callPlacer = z.enum(['user', 'sip_phone', 'telephone', 'forward', 'verification']);
/** The account's balance, or its trial credit, which is no money. One of them pays a call from beginning to end. */
export const paidBy = z.enum(['balance', 'trial_credit']);
export const endedBy = z.enum(['caller', 'callee', 'farline', 'carrier']);

/** `given`: this call is given away to the other one; `placed`: it was placed to take the other one over. */
export const callTransfer = z.object({
  role: z.enum(['given', 'placed']),
  /** The other call, and the number that it was placed to. */
  callId: z.uuid(),
  number: z.string(),
  /** The two talk with each other, and whoever placed the calls is out. */
  isJoined: z.boolean(),
});

/** A call as every list, page and live event shows it. The first five keys are the specification's. */
export const call = z.object({
  id: z.uuid(),
  to: z.string().meta({ example: '+447700900123' }),
  startTime: z.iso.datetime(),
  /** Answered seconds, whole, rounded up; 0 without an answer. While it runs: 0, use answeredAt. */
  duration: z.int(),
  status: callStatus,
  reason: endReason.nullable(),
  /** A sentence for a person about the reason, or null while the call runs. */
  reasonText: z.string().nullable(),
  direction: callDirection,
  placedBy: callPlacer,
  /** Null when the caller's number is not known, or not shown. */
  from: z.string().nullable(),
  /** Of a call that came in: who calls, as the trunk wrote it, where that is no number. */
  fromText: z.string().nullable(),
  /** The caller asked that who is called shall not see the number. */
  isNumberWithheld: z.boolean(),
  /** Of a call that came in: why the number it shows is not to be trusted; null: nothing speaks against it. */
  callerDoubt: callerDoubt.nullable(),
  destination,
  terms: rateTerms,
  ringingAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: endedBy.nullable(),
  /** The price, once the call has ended; null while it runs. */
  cost: money.nullable(),
  /** The trunk that carries it leads to the sandbox network: no real telephone rings. */
  isPractice: z.boolean(),
  paidBy,
  /**
   * What a plan's minutes cover of it: set aside while it runs, used once it has ended. Null: the destination is in no
   * plan of the account. Only what lies beyond is priced by `terms`.
   */
  included: z.object({ group: z.string().meta({ example: 'Europe, landlines' }), seconds: z.int() }).nullable(),
  /** Seconds after the answer at which the money ends, as far as it is known now; null when no end is known. */
  endsAfterSeconds: z.int().nullable(),
  /** Why it ends then; null when no end is known. */
  endsBecause: z.enum(['money', 'limit_day', 'limit_hour', 'forward_most']).nullable(),
  /** The SIP status that ended an unanswered call. */
  sipStatus: z.int().nullable(),
  /** The trunk that carried it. */
  trunk: z.string().nullable(),
  /** The transfer that it is part of, or null; left out in lists. */
  transfer: callTransfer.nullable().optional(),
});
export type Call = z.infer<typeof call>;

const NUMBER_MISSING = 'Enter a number to call';

export const initiateRequest = z
  .object({
    /** E.164, or any usual notation; a national number is read in the country of `defaultCountry`. */
    to: z.string(NUMBER_MISSING).trim().min(1, NUMBER_MISSING).max(40, 'This number is too long'),
    from: z.string().trim().max(20).optional(),
    /** Who is called shall not see the number (RFC 3323); false without. */
    withholdNumber: z.boolean().optional(),
    defaultCountry: z.string().length(2).toUpperCase().optional(),
    /** What was shown for the call, as calculate-cost gives it. A call that costs more by now is refused. */
    terms: rateTerms.optional(),
  })
  .meta({ example: { to: '+44 7700 900123' } });

export type InitiateRequest = z.infer<typeof initiateRequest>;

/** What the phone needs to place the call: send INVITE to `uri` with header `header.name: header.value`. */
export const callPlacement = z.object({
  uri: z.string().meta({ example: 'sip:+447700900123@farline.local' }),
  header: z.object({ name: z.literal('X-Farline-Call'), value: z.uuid() }),
  validUntil: z.iso.datetime(),
});

export const quote = z.object({
  destination,
  terms: rateTerms,
  /** How long what is included and the whole available balance would last; null for a free call. */
  talkSeconds: z.int().nullable(),
  /** What is left of the plan's minutes for this destination: used before money. Null: none are included. */
  included: z.object({ group: z.string(), seconds: z.int() }).nullable(),
  isPractice: z.boolean(),
  paidBy,
});

export const initiateReply = z.object({ call, quote, placement: callPlacement });
export const callReply = z.object({ call });

export const transferRequest = initiateRequest
  .pick({ to: true, defaultCountry: true, terms: true })
  .meta({ example: { to: '+44 7700 900456' } });
/** The new call, which rings now. The calls are joined when it is answered. */
export const transferReply = z.object({ call });
export const activeReply = z.object({ call: call.nullable() });
/** A day of the calendar. */
const day = z.iso.date('Write a date as 2026-03-31').meta({ example: '2026-03-31' });

/** What narrows a list of calls down. Days are those of the account's time zone. */
const callFilters = z.object({
  /** Part of the number, or of a contact's name. */
  q: searchText.optional(),
  defaultCountry: searchedFrom,
  status: callStatus.optional(),
  reason: endReason.optional(),
  countryCode: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Write a country as GB')
    .toUpperCase()
    .optional(),
  /** The first day. */
  from: day.optional(),
  /** The last day; it counts. */
  to: day.optional(),
});
export type CallFilters = z.infer<typeof callFilters>;

export const historyQuery = callFilters.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  /** Newest first is the only order there is. */
  sort: z.literal('newest').default('newest'),
});
export const historyReply = z.object({ calls: z.array(call), page: z.int(), limit: z.int(), total: z.int() });

/** The same list for programs that read all of it: give `nextCursor` back to go on; it is null at the end. */
export const callListQuery = callFilters.extend({
  /** Only calls with these numbers. */
  with: e164List.optional(),
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const callListReply = z.object({ items: z.array(call), nextCursor: z.string().nullable() });
/** The people of the calls: whoever shows a number, each once, by the latest call with them. */
export const callPeopleQuery = callFilters.pick({ q: true, defaultCountry: true }).extend({
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const callPerson = z.object({
  peer: z.string().meta({ example: '+447700900123' }),
  /** How many calls there were with them, both ways. */
  calls: z.int(),
  /** The latest. */
  last: call,
});
export type CallPerson = z.infer<typeof callPerson>;
export const callPeopleReply = z.object({ items: z.array(callPerson), nextCursor: z.string().nullable() });
/** For the list as a CSV file. */
export const callExportQuery = callFilters;

export const calculateCostRequest = z
  .object({
    to: initiateRequest.shape.to,
    duration: z.int('Duration is a whole number of seconds').min(0).max(86_400).default(60),
    defaultCountry: initiateRequest.shape.defaultCountry,
  })
  .meta({ example: { to: '+44 7700 900123', duration: 90 } });
export const calculateCostReply = z.object({
  /** The number as understood, E.164 (or `*43`). */
  to: z.string(),
  duration: z.int(),
  /** Dollars, as the specification's client expects; `price` is the exact figure. */
  cost: z.number(),
  price: money,
  billedSeconds: z.int(),
  /** What is left of the plan's minutes for this destination, and how much of it the call would use; null: none. */
  included: z.object({ group: z.string(), seconds: z.int(), used: z.int() }).nullable(),
  destination,
  terms: rateTerms,
  /** How long what is included and what pays for the rest last; null when signed out or free. */
  talkSeconds: z.int().nullable(),
  /** Whether it would go to the sandbox network, and what would pay for it; null when signed out. */
  isPractice: z.boolean().nullable(),
  paidBy: paidBy.nullable(),
});

export const statsPeriod = z.enum(['day', 'week', 'month', 'year']);
export const statsQuery = z.object({ period: statsPeriod.default('month') });
const callStats = z.object({
  calls: z.int(),
  answered: z.int(),
  answeredSeconds: z.int(),
  /** Null without an answered call. */
  averageSeconds: z.int().nullable(),
  cost: money,
});
export const statsReply = z.object({
  period: statsPeriod,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  current: callStats,
  previous: callStats,
});

export const statusUpdate = z.object({ status: callStatus }).meta({ example: { status: 'cancelled' } });

/** Short-lived SIP credentials (username `<unix expiry>:<user id>`), where to connect, and the ICE servers. */
export const webrtcTokenReply = z.object({
  username: z.string(),
  password: z.string(),
  realm: z.string(),
  uri: z.string().meta({ example: 'sip:0198…@farline.local' }),
  websocketUrl: z.string().meta({ example: 'ws://localhost:4002/' }),
  iceServers: z.array(
    z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() }),
  ),
  expiresAt: z.iso.datetime(),
  /** How long they are good from now on: `expiresAt` without regard to the clock of whoever asks. */
  lastsSeconds: z.int().meta({ example: 600 }),
});

/**
 * For a visitor who is not signed in: one call to the echo test, with credentials that are good for nothing else. It ends
 * by itself after `longestSeconds` from its answer.
 */
export const guestEchoReply = z.object({
  callId: z.uuid(),
  placement: callPlacement,
  credentials: webrtcTokenReply,
  longestSeconds: z.int(),
});
