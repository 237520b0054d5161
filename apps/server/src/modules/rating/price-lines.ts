import { type PriceLine, micros, toMoney } from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';
import { billedSeconds, priceCall } from './price-call.ts';

const SECONDS_PER_MINUTE = 60n;

/**
 * The sum of `priceCall` line by line, so that anyone can redo it: the amounts of `time` and `connection` add up to the
 * total exactly. A call that was never answered has the total alone.
 */
export function priceLines(terms: CallTerms, answeredSeconds: number): PriceLine[] {
  const totalMicros = priceCall(terms, answeredSeconds);
  const total: PriceLine = { line: 'total', amount: toMoney(totalMicros, terms.currency) };
  if (answeredSeconds <= 0) return [total];

  const billed = billedSeconds(terms, answeredSeconds);
  const nextCount = (billed - terms.firstSeconds) / terms.nextSeconds;
  const isExact = (terms.perMinuteMicros * BigInt(billed)) % SECONDS_PER_MINUTE === 0n;
  const lines: (PriceLine | false)[] = [
    { line: 'answered', seconds: answeredSeconds },
    answeredSeconds < terms.minimumSeconds && { line: 'minimum', seconds: terms.minimumSeconds },
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
      amount: toMoney(micros(totalMicros - terms.connectionMicros), terms.currency),
      isRoundedUp: !isExact,
    },
    terms.connectionMicros > 0n && { line: 'connection', amount: toMoney(terms.connectionMicros, terms.currency) },
    total,
  ];
  return lines.filter((line) => line !== false);
}
