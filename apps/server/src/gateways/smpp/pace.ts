/** A send may come this much before its turn, since timers are late by milliseconds. */
const SLACK_MS = 20;
const SLOWEST_PER_SECOND = 1;
const SLOWED = 1 / 2;
const RECOVERED_EACH_SECOND = 1.1;
const SECOND_MS = 1000;
/** Where no rate was agreed, one that has recovered to this is none. */
const AS_GOOD_AS_UNBOUNDED = 5000;

/** How fast a carrier is sent to, by a clock in milliseconds. */
export type Pace = {
  /** How long the next send has to wait; 0: it may go now. */
  waitMs(now: number): number;
  sent(now: number): void;
  /** The carrier said that it is too much: half as fast from now on, once a second at most; it recovers by a tenth a second. */
  throttled(now: number): void;
};

/** Holds that any second sees no more than `perSecond` sends; null: as many as there are, until the carrier throttles. */
export function createPace({ perSecond, now }: { perSecond: number | null; now: number }): Pace {
  const agreed = perSecond ?? Number.POSITIVE_INFINITY;
  let rate = agreed;
  let changedAt = now;
  let turn = now;
  let second = { from: now, sends: 0, before: 0 };

  return {
    waitMs(at) {
      recover(at);
      return Math.max(0, Math.ceil(turn - SLACK_MS - at));
    },
    sent(at) {
      count(at);
      second.sends += 1;
      turn = Math.max(turn, at) + intervalMs();
    },
    throttled(at) {
      if (rate < agreed && at - changedAt < SECOND_MS) return;
      count(at);
      const used = Math.min(rate, Math.max(second.sends, second.before));
      rate = Math.max(SLOWEST_PER_SECOND, used * SLOWED);
      changedAt = at;
      turn = Math.max(turn, at) + intervalMs();
    },
  };

  /** Sends that are `perSecond` apart, slack and all, span a second. */
  function intervalMs(): number {
    return rate === Number.POSITIVE_INFINITY ? 0 : (SECOND_MS + SLACK_MS) / rate;
  }

  function recover(at: number): void {
    if (rate >= agreed) return;
    const seconds = Math.floor((at - changedAt) / SECOND_MS);
    if (seconds === 0) return;
    changedAt += seconds * SECOND_MS;
    const recovered = rate * RECOVERED_EACH_SECOND ** seconds;
    rate = recovered >= Math.min(agreed, AS_GOOD_AS_UNBOUNDED) ? agreed : recovered;
  }

  function count(at: number): void {
    const seconds = Math.floor((at - second.from) / SECOND_MS);
    if (seconds === 0) return;
    second = { from: second.from + seconds * SECOND_MS, sends: 0, before: seconds === 1 ? second.sends : 0 };
  }
}
