import type { EndReason } from '@farline/contracts';
import { micros } from '@farline/contracts';
import type { JudgedCall, Stop } from '../../limits/index.ts';
import { isFree, priceCall } from '../../rating/index.ts';
import type { CallRecord, EndBecause } from '../record/call-record.ts';
import { spenderOf } from '../record/placer.ts';

/** How a call is refused: the reason of its record, and what the caller's telephone is answered. */
export type Refusal = { reason: EndReason; status: number; phrase: string };

const REFUSALS: Record<Stop['limit'], Refusal> = {
  destination: { reason: 'destination_closed', status: 403, phrase: 'Destination Closed' },
  per_minute: { reason: 'limit_per_minute', status: 403, phrase: 'Price Limit' },
  connection_fee: { reason: 'limit_connection_fee', status: 403, phrase: 'Connection Fee Limit' },
  new_countries: { reason: 'limit_new_countries', status: 403, phrase: 'New Countries Limit' },
  // Not 486: nobody is busy, and a PBX would say so of who is called.
  calls: { reason: 'too_many_calls', status: 480, phrase: 'Too Many Calls' },
  day: { reason: 'limit_day', status: 402, phrase: 'Daily Spending Limit' },
  hour: { reason: 'limit_hour', status: 402, phrase: 'Hourly Spending Limit' },
};

/** The refusal of what stands in a call's way. */
export const refusalOf = (stop: Stop): Refusal => REFUSALS[stop.limit];

/** Why a running call gets no more, where a limit is the reason. */
export const endBecauseOf = (limit: 'day' | 'hour'): EndBecause => (limit === 'day' ? 'limit_day' : 'limit_hour');

/** Whose limits a call counts in, and where it goes: a free call, and one that came in, go to no country that is counted. */
export function countedIn(call: CallRecord, now: Date) {
  const { terms, destination } = call.rated;
  const countryCode = isFree(terms) || call.direction === 'inbound' ? null : destination.countryCode;
  return {
    accountId: call.accountId,
    userId: spenderOf(call),
    destination: countryCode === null ? null : { countryCode, kind: destination.kind },
    now,
  };
}

/** A call as the limits judge it. Seconds of an allowance cost no money, so its first step may be nothing; a free call counts as a call at once. */
export function judgedCall(
  call: CallRecord,
  at: { timeZone: string; isTrial: boolean; isClosed: boolean; now: Date },
): JudgedCall {
  const counted = countedIn(call, at.now);
  const { terms } = call.rated;
  return {
    ...counted,
    ...at,
    causeId: call.id,
    perMinuteMicros: terms.perMinuteMicros,
    connectionMicros: terms.connectionMicros,
    leastMicros: call.allowance === null ? priceCall(terms, 1) : micros(0n),
    countryCode: counted.destination?.countryCode ?? null,
  };
}
