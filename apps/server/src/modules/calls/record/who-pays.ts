import { type CallTerms, isFree, type PaidBy, priceCall } from '../../rating/index.ts';

/**
 * What pays for a call: practice is paid by trial credit while that reaches for the first increment, and everything else by
 * money alone. One wallet pays a call from its beginning to its end: the two never mix.
 */
export function whoPays(call: { isPractice: boolean; terms: CallTerms }, trialAvailableMicros: bigint): PaidBy {
  if (!call.isPractice || isFree(call.terms)) return 'money';
  return trialAvailableMicros > 0n && trialAvailableMicros >= priceCall(call.terms, 1) ? 'trial_credit' : 'money';
}
