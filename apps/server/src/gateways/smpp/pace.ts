/** A send may come this much before its turn, since timers are late by milliseconds. */
const SLACK_MS = 20;
const SLOWEST_PER_SECOND = 1;
const SLOWED = 1 / 2;
const EASED = 9 / 10;
/** What a carrier says of its load (SMPP 5.0 §4.8.4.18): from 80 it is as it should be, from 90 nearly too much, and 100 is too much. */
const LOAD = { right: 80, nearlyTooMuch: 90, tooMuch: 100 };
/** With fewer sends than half of these in a second it is not we who load a carrier. */
const WELL_USED = 20;
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
  /**
   * The carrier said how loaded it is, 0 to 100: nearly too much makes a line that is used a tenth slower each second, too much half as fast. While it is as loaded
   * as it should be, what was slowed stays so; below, it recovers.
   */
  loaded(now: number, load: number): void;
};

/** Holds that any second sees no more than `perSecond` sends; null: as many as there are, until the carrier throttles. */
export function createPace({ perSecond, now }: { perSecond: number | null; now: number }): Pace {
  const agreed = perSecond ?? Number.POSITIVE_INFINITY;
  let rate = agreed;
  let slowedAt = now;
  let recoversFrom = now;
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
      if (slow(at, SLOWED)) turn = Math.max(turn, at) + intervalMs();
    },
    loaded(at, load) {
      if (load < LOAD.right) return;
      const times = load >= LOAD.tooMuch ? SLOWED : EASED;
      if (load >= LOAD.nearlyTooMuch && slow(at, times)) turn = Math.max(turn, at + intervalMs());
      recoversFrom = at;
    },
  };

  /** Once a second at most; whether it did. */
  function slow(at: number, times: number): boolean {
    if (rate < agreed && at - slowedAt < SECOND_MS) return false;
    count(at);
    const used = Math.min(rate, Math.max(second.sends, second.before));
    if (times === EASED && used < Math.min(rate, WELL_USED) / 2) return false;
    rate = Math.max(SLOWEST_PER_SECOND, used * times);
    [slowedAt, recoversFrom] = [at, at];
    return true;
  }

  /** Sends that are `perSecond` apart, slack and all, span a second. */
  function intervalMs(): number {
    return rate === Number.POSITIVE_INFINITY ? 0 : (SECOND_MS + SLACK_MS) / rate;
  }

  function recover(at: number): void {
    if (rate >= agreed) return;
    const seconds = Math.floor((at - recoversFrom) / SECOND_MS);
    if (seconds === 0) return;
    recoversFrom += seconds * SECOND_MS;
    const recovered = rate * RECOVERED_EACH_SECOND ** seconds;
    rate = recovered >= Math.min(agreed, AS_GOOD_AS_UNBOUNDED) ? agreed : recovered;
  }

  function count(at: number): void {
    const seconds = Math.floor((at - second.from) / SECOND_MS);
    if (seconds === 0) return;
    second = { from: second.from + seconds * SECOND_MS, sends: 0, before: seconds === 1 ? second.sends : 0 };
  }
}
