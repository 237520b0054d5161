import { type PriceLine, micros, toMoney } from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';
import { billedSeconds, priceCall } from './price-call.ts';

const SECONDS_PER_MINUTE = 60n;

/** The seconds of a call that an allowance covered, and what the allowance is called. */
export type IncludedPart = { group: string; seconds: number };

/**
 * The sum of `splitCall` line by line, so that anyone can redo it: the amounts of `time` and `connection` add up to the
 * total exactly. A call that was never answered has the total alone; of one with an allowance both parts are named.
 */
export function priceLines(
  terms: CallTerms,
  answeredSeconds: number,
  included: IncludedPart | null = null,
): PriceLine[] {
  const paidSeconds = answeredSeconds - (included?.seconds ?? 0);
  const totalMicros = priceCall(terms, paidSeconds);
  const total: PriceLine = { line: 'total', amount: toMoney(totalMicros, terms.currency) };
  if (answeredSeconds <= 0) return [total];
  const answered: PriceLine = { line: 'answered', seconds: answeredSeconds };
  if (included === null || included.seconds === 0) return [answered, ...paidLines(terms, paidSeconds), total];
  return [
    answered,
    { line: 'included', group: included.group, seconds: included.seconds },
    ...(paidSeconds > 0 ? [{ line: 'paid' as const, seconds: paidSeconds }, ...paidLines(terms, paidSeconds)] : []),
    total,
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
