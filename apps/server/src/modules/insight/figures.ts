import { type CallFigures, micros, toMoney } from '@farline/contracts';

/** What calls came to. */
export type Sums = { calls: number; answered: number; answeredSeconds: number; spendMicros: bigint };

export const NOTHING: Sums = { calls: 0, answered: 0, answeredSeconds: 0, spendMicros: 0n };

/** Sums as a page shows them. */
export function figuresOf(sums: Sums, currency: string): CallFigures {
  return {
    calls: sums.calls,
    answered: sums.answered,
    answeredSeconds: sums.answeredSeconds,
    minutes: Math.round((sums.answeredSeconds * 100) / 60) / 100,
    spend: toMoney(micros(sums.spendMicros), currency),
    answerRate: sums.calls === 0 ? null : Math.round((sums.answered * 10_000) / sums.calls) / 10_000,
    averageSeconds: sums.answered === 0 ? null : Math.round(sums.answeredSeconds / sums.answered),
  };
}

/** Two sums together. */
export function plus(one: Sums, other: Sums): Sums {
  return {
    calls: one.calls + other.calls,
    answered: one.answered + other.answered,
    answeredSeconds: one.answeredSeconds + other.answeredSeconds,
    spendMicros: one.spendMicros + other.spendMicros,
  };
}
