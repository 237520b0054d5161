import {
  billedSeconds,
  type LostBecause,
  micros,
  priceCall,
  type PriceLine,
  SECONDS_PER_MINUTE,
  toMoney,
} from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';

/** The seconds of a call that an allowance covered, and what the allowance is called. */
export type IncludedPart = { group: string; seconds: number };

/** The last seconds of a call, whose sound was lost: they are not charged. */
export type ForgivenPart = { because: LostBecause; seconds: number };

/** Whole answered seconds, and those of them that are not paid by the terms; null: none. */
export type PricedSeconds = {
  answeredSeconds: number;
  included?: IncludedPart | null;
  forgiven?: ForgivenPart | null;
};

/**
 * The sum of `splitCall` line by line, so that anyone can redo it: the amounts of `time` and `connection` add up to the
 * total exactly. A call that was never answered has the total alone; where seconds are not paid, all parts are named.
 */
export function priceLines(terms: CallTerms, priced: PricedSeconds): PriceLine[] {
  const { answeredSeconds } = priced;
  const unpaid = unpaidLines(priced);
  const paidSeconds = answeredSeconds - unpaid.reduce((sum, { seconds }) => sum + seconds, 0);
  const totalMicros = priceCall(terms, paidSeconds);
  const total: PriceLine = { line: 'total', amount: toMoney(totalMicros, terms.currency) };
  if (answeredSeconds <= 0) return [total];
  const answered: PriceLine = { line: 'answered', seconds: answeredSeconds };
  if (unpaid.length === 0) return [answered, ...paidLines(terms, paidSeconds), total];
  return [
    answered,
    ...unpaid,
    ...(paidSeconds > 0 ? [{ line: 'paid' as const, seconds: paidSeconds }, ...paidLines(terms, paidSeconds)] : []),
    total,
  ];
}

function unpaidLines({ included, forgiven }: PricedSeconds) {
  const has = <Part extends { seconds: number }>(part: Part | null | undefined): part is Part =>
    part !== null && part !== undefined && part.seconds > 0;
  return [
    ...(has(included) ? [{ line: 'included' as const, group: included.group, seconds: included.seconds }] : []),
    ...(has(forgiven) ? [{ line: 'forgiven' as const, because: forgiven.because, seconds: forgiven.seconds }] : []),
  ];
}

function paidLines(terms: CallTerms, paidSeconds: number): PriceLine[] {
  const billed = billedSeconds(terms, paidSeconds);
  const nextCount = (billed - terms.firstSeconds) / terms.nextSeconds;
  const isExact = (terms.perMinuteMicros * BigInt(billed)) % SECONDS_PER_MINUTE === 0n;
  const lines: (PriceLine | false)[] = [
    paidSeconds < terms.minimumSeconds && { line: 'minimum', seconds: terms.minimumSeconds },
    { line: 'first_increment', count: 1, seconds: terms.firstSeconds, totalSeconds: terms.firstSeconds },
    nextCount > 0 && {
      line: 'next_increments',
      count: nextCount,
      seconds: terms.nextSeconds,
      totalSeconds: nextCount * terms.nextSeconds,
    },
    {
      line: 'time',
      billedSeconds: billed,
      perMinute: toMoney(terms.perMinuteMicros, terms.currency),
      amount: toMoney(micros(priceCall(terms, paidSeconds) - terms.connectionMicros), terms.currency),
      isRoundedUp: !isExact,
    },
    terms.connectionMicros > 0n && { line: 'connection', amount: toMoney(terms.connectionMicros, terms.currency) },
  ];
  return lines.filter((line) => line !== false);
}
