import type { Timing } from '@farline/smpp';
import { createAvailability } from '../availability.ts';

/** So many answers in a row that it can't now: it isn't the messages, then, and another carrier may take them. */
const NOT_NOW_IN_A_ROW = 3;
/** A carrier that throttles is sent to more slowly. One that has taken nothing else for so long is left to rest. */
const LONGEST_THROTTLED_MS = 60_000;
/** Messages are tried again after a minute at most: answers further apart than this are of no one trouble. */
const TROUBLE_PAUSE_MS = 2 * 60_000;
/**
 * A message that was put off comes again after half a second, twice as long each time, and after a minute at most. A rest lasts longer than
 * that: a message that is alone would find the same carrier open each time, and never go to another one.
 */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 90_000;

/** What a carrier's answer says of the carrier: that it works, that it can't now, or that it is too much for it. */
export type AnswerKind = 'works' | 'not_now' | 'too_much';

/** Whether a carrier that is bound is asked now, by what it answered: one that takes nothing rests, longer each time, until it does again. */
export type Standing = { isOpen(): boolean; answered(kind: AnswerKind, why: string): void };

/** `changed` is told once each way. */
export function createStanding(deps: {
  timing: Pick<Timing, 'now'>;
  random: () => number;
  changed: (state: 'bound' | 'unbound', why: string) => void;
}): Standing {
  const now = () => deps.timing.now();
  const availability = createAvailability({ now, random: deps.random, changed: deps.changed });
  let notNow = 0;
  let throttled: { from: number; last: number } | null = null;

  function isTooLongThrottled(at: number): boolean {
    const isOfBefore = throttled !== null && at - throttled.last <= TROUBLE_PAUSE_MS;
    throttled = { from: isOfBefore && throttled !== null ? throttled.from : at, last: at };
    return at - throttled.from >= LONGEST_THROTTLED_MS;
  }

  return {
    isOpen: () => availability.isOpen(),
    answered(kind, why) {
      if (kind === 'works') {
        [notNow, throttled] = [0, null];
        return availability.works();
      }
      // The answer to what was asked before it began to rest says nothing new.
      if (!availability.isOpen()) return;
      if (kind === 'too_much') {
        if (isTooLongThrottled(now())) availability.rest({ leastMs: LONGEST_REST_MS, why });
        return;
      }
      notNow += 1;
      if (notNow >= NOT_NOW_IN_A_ROW) availability.rest({ leastMs: restAfter(notNow), why });
    },
  };
}

const restAfter = (notNow: number) =>
  Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(notNow - NOT_NOW_IN_A_ROW, 10));
