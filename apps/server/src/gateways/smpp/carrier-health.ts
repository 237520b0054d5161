import type { Timing } from '@farline/smpp';
import { createAvailability } from '../availability.ts';

/** So many answers that it can't now: about one recipient, then another carrier may have a way to them; in a row, and each about another, then it is the carrier. */
const NOT_NOW = 3;
/** Of so many recipients it is remembered that it can't now. */
const MOST_RECIPIENTS = 1_000;
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

/**
 * Whether a carrier that is bound is asked now, by what it answered: one that takes nothing rests, longer each time, until it does again. Where it
 * takes nothing for one recipient, as on a route that is broken, it rests for that one alone.
 */
export type CarrierHealth = {
  isOpen(): boolean;
  /** Whether it is asked for this recipient, if it is open. */
  isOpenTo(recipient: string): boolean;
  answered(kind: AnswerKind, about: { recipient: string; why: string }): void;
};

/** `changed` is told once each way. */
export function createCarrierHealth(deps: {
  timing: Pick<Timing, 'now'>;
  random: () => number;
  changed: (state: 'bound' | 'unbound', why: string) => void;
}): CarrierHealth {
  const now = () => deps.timing.now();
  const availability = createAvailability({ now, random: deps.random, changed: deps.changed });
  const recipients = new Map<string, { answers: number; restsUntil: number }>();
  /** Some of those whom it could take nothing for, since it last took something. */
  const inARow = new Set<string>();
  let rests = 0;
  let throttled: { from: number; last: number } | null = null;

  function isTooLongThrottled(at: number): boolean {
    const isOfBefore = throttled !== null && at - throttled.last <= TROUBLE_PAUSE_MS;
    throttled = { from: isOfBefore && throttled !== null ? throttled.from : at, last: at };
    return at - throttled.from >= LONGEST_THROTTLED_MS;
  }

  const isOpenTo = (recipient: string) => now() >= (recipients.get(recipient)?.restsUntil ?? Number.NEGATIVE_INFINITY);

  function restsFor(recipient: string): void {
    // What was asked side by side says nothing new.
    if (!isOpenTo(recipient)) return;
    const answers = (recipients.get(recipient)?.answers ?? 0) + 1;
    const restsUntil = now() + (answers < NOT_NOW ? 0 : restAfter(answers - NOT_NOW));
    recipients.delete(recipient);
    recipients.set(recipient, { answers, restsUntil });
    const [oldest] = recipients.keys();
    if (recipients.size > MOST_RECIPIENTS && oldest !== undefined) recipients.delete(oldest);
  }

  return {
    isOpen: () => availability.isOpen(),
    isOpenTo,
    answered(kind, { recipient, why }) {
      if (kind === 'works') {
        recipients.delete(recipient);
        inARow.clear();
        [rests, throttled] = [0, null];
        return availability.works();
      }
      // The answer to what was asked before it began to rest says nothing new.
      if (!availability.isOpen()) return;
      if (kind === 'too_much') {
        if (isTooLongThrottled(now())) availability.rest({ leastMs: LONGEST_REST_MS, why });
        return;
      }
      restsFor(recipient);
      if (inARow.size < NOT_NOW) inARow.add(recipient);
      if (inARow.size < NOT_NOW) return;
      availability.rest({ leastMs: restAfter(rests), why });
      rests += 1;
    },
  };
}

const restAfter = (rests: number) => Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(rests, 10));
