import { type Micros, type Money, parseDecimal, type RateTerms, toMoney } from '@farline/contracts';

/**
 * What a call costs: a fee on answer, and so much a minute. Time counts in steps: the first, then equal next ones.
 * `currency` is ISO 4217; amounts are its millionths.
 */
export type CallTerms = {
  currency: string;
  perMinuteMicros: Micros;
  connectionMicros: Micros;
  /** An answered call counts at least this long, then is rounded up to its step. */
  minimumSeconds: number;
  firstSeconds: number;
  nextSeconds: number;
};

/** Whether a call on these terms costs nothing, however long it is. */
export function isFree(terms: CallTerms): boolean {
  return terms.perMinuteMicros === 0n && terms.connectionMicros === 0n;
}

/** The terms for the wire. */
export function termsReply(terms: CallTerms): RateTerms {
  return {
    perMinute: toMoney(terms.perMinuteMicros, terms.currency),
    connectionFee: toMoney(terms.connectionMicros, terms.currency),
    minimumSeconds: terms.minimumSeconds,
    firstSeconds: terms.firstSeconds,
    nextSeconds: terms.nextSeconds,
  };
}

/** Whether a call of some length costs more on these terms than on those that somebody was shown. */
export function isDearer(terms: CallTerms, shown: RateTerms): boolean {
  const isMore = (now: Micros, { amount, currency }: Money): boolean => {
    const before = parseDecimal(amount);
    return before === null || currency !== terms.currency || now > before;
  };
  return (
    isMore(terms.perMinuteMicros, shown.perMinute) ||
    isMore(terms.connectionMicros, shown.connectionFee) ||
    terms.minimumSeconds > shown.minimumSeconds ||
    terms.firstSeconds > shown.firstSeconds ||
    terms.nextSeconds > shown.nextSeconds
  );
}
