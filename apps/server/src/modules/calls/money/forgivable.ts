import { type Micros, micros } from '@farline/contracts';
import { type CallTerms, priceCall } from '../../rating/index.ts';

/** What is not charged of a call, and what that is worth by its price. */
export type Forgiven = { seconds: number; amountMicros: Micros };

/** Whoever talks on without sound for longer than this wants to. */
const MOST_SECONDS = 60;
const NOTHING: Forgiven = { seconds: 0, amountMicros: micros(0n) };

/**
 * The last seconds of a call that are not charged because its sound was lost: a minute at most, and no more than are worth
 * `leftMicros` by the call's price, whoever pays them. Nothing where that changes no price.
 */
export function forgivable(
  terms: CallTerms,
  lost: { answeredAt: Date; lostAt: Date; answeredSeconds: number },
  leftMicros: Micros,
): Forgiven {
  const { answeredAt, lostAt, answeredSeconds } = lost;
  const withSound = Math.max(0, Math.ceil((lostAt.getTime() - answeredAt.getTime()) / 1000));
  const whole = priceCall(terms, answeredSeconds);
  for (let seconds = Math.min(answeredSeconds - withSound, MOST_SECONDS); seconds > 0; seconds--) {
    const amountMicros = micros(whole - priceCall(terms, answeredSeconds - seconds));
    if (amountMicros === 0n) return NOTHING;
    if (amountMicros <= leftMicros) return { seconds, amountMicros };
  }
  return NOTHING;
}
