import { type Micros, type calculateCostReply, toMoney, toNumber } from '@farline/contracts';
import type { z } from 'zod';
import { termsReply } from './call-terms.ts';
import { destinationReply } from './destination.ts';
import { billedSeconds, longestAffordable, priceCall } from './price-call.ts';
import type { RatedNumber } from './rate-number.ts';

/** What a call of so many seconds would cost, and how long `availableMicros` lasts; null for somebody signed out. */
export function calculateCost(
  rated: RatedNumber,
  durationSeconds: number,
  availableMicros: Micros | null,
): z.infer<typeof calculateCostReply> {
  const { terms } = rated;
  const price = priceCall(terms, durationSeconds);
  return {
    to: rated.number,
    duration: durationSeconds,
    cost: toNumber(price),
    price: toMoney(price, terms.currency),
    billedSeconds: billedSeconds(terms, durationSeconds),
    destination: destinationReply(rated.destination),
    terms: termsReply(terms),
    talkSeconds: availableMicros === null ? null : longestAffordable(terms, availableMicros),
  };
}
