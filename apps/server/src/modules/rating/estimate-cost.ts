import { billedSeconds, type calculateCostReply, type Micros, toMoney, toNumber } from '@farline/contracts';
import type { z } from 'zod';
import { termsReply } from './call-terms.ts';
import { destinationReply } from './destination.ts';
import type { RatedNumber } from './rate-number.ts';
import { longestSplit, splitCall } from './split-call.ts';

/** Who would pay for a call: null for somebody signed out. `included` is what is free of an allowance for its number. */
export type WouldPay = { availableMicros: Micros | null; included: { group: string; seconds: number } | null };

/** What it costs; what carries it and what pays for it is not known here. */
export type CallCost = Omit<z.infer<typeof calculateCostReply>, 'isPractice' | 'paidBy'>;

/** What a call of so many seconds would cost, by included seconds first and then by money, and how long both last. */
export function estimateCost(
  rated: RatedNumber,
  durationSeconds: number,
  { availableMicros, included }: WouldPay,
): CallCost {
  const { terms } = rated;
  const covered = included?.seconds ?? 0;
  const { includedSeconds, paidSeconds, priceMicros: price } = splitCall(terms, durationSeconds, covered);
  return {
    to: rated.number,
    duration: durationSeconds,
    cost: toNumber(price),
    price: toMoney(price, terms.currency),
    billedSeconds: billedSeconds(terms, paidSeconds),
    included: included === null ? null : { ...included, used: includedSeconds },
    destination: destinationReply(rated.destination),
    terms: termsReply(terms),
    talkSeconds:
      availableMicros === null ? null : longestSplit(terms, { includedSeconds: covered, amount: availableMicros }),
  };
}
