import type { Precedence } from '@farline/contracts';
import { RecentWork } from './recent-work.ts';
import { StandingQueue } from './standing-queue.ts';

/**
 * Work that may be refused, in the order in which it is: `deferrable` and `new_work` by their routes, and `begun`, of which a first part was let
 * in already.
 */
export type RefusablePrecedence = Exclude<Precedence, 'essential'> | 'begun';

/**
 * Work that wants to be done. `owner`: whose it is, as far as can be told without asking the database: a user, also of a SIP
 * phone, a number that is called, or a visitor's network.
 */
export type WantedWork = { precedence: Precedence | 'begun'; owner: string };
export type Verdict = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/** From one to the next, what is refused grows with the wait from nothing to all: of what is deferrable, then of new work, then of what has begun. */
const STEP_TARGETS = 0.75;
/** How many steps above the target the first of a kind is refused of whoever had more than their share; of everybody else it is one more. */
const STEPS_BEFORE: Record<RefusablePrecedence, number> = { deferrable: 0, new_work: 2, begun: 4 };

const STANDING_MS = 1_000;
const QUIET_MS = 5_000;
/** Their names fill a few megabytes. */
const RECENT = { spanMs: 10_000, mostOwners: 5_000 };
/** Spread, so that those who were refused at one moment do not come back at one. */
const RETRY_SECONDS = { least: 2, spread: 5 };

/**
 * Decides what is let in by how long work is measured to wait, and by nothing else: no number of requests is set anywhere. While no queue stands
 * everything is let in. While one does, what is refused grows with the wait, the least urgent first and, within it, what comes from those who
 * were let in most of late; so the wait stays at a few targets, and what can be carried is carried.
 */
export class Admission {
  readonly #targetMs: number;
  readonly #presentMs: () => number;
  readonly #random: () => number;
  readonly #queue: StandingQueue;
  /** Of each kind apart: who reads many lists has had no more calls than others. */
  readonly #recent: Record<RefusablePrecedence, RecentWork> = {
    deferrable: new RecentWork(RECENT),
    new_work: new RecentWork(RECENT),
    begun: new RecentWork(RECENT),
  };

  /** `targetMs`: how long work may wait without anything being refused; 0: for ever. `presentMs`: how long it waits now. */
  constructor(options: { targetMs: number; presentMs: () => number; random: () => number }) {
    this.#targetMs = options.targetMs;
    this.#presentMs = options.presentMs;
    this.#random = options.random;
    this.#queue = new StandingQueue({ targetMs: options.targetMs, standingMs: STANDING_MS, quietMs: QUIET_MS });
  }

  /** Takes a measure of how long work waits here now. */
  note(waitMs: number, nowMs: number): void {
    this.#queue.note(waitMs, nowMs);
  }

  /** Whether anything may be refused now. */
  get isOverloaded(): boolean {
    return this.#queue.isStanding;
  }

  /** What is essential is always let in, and counts as its owner's share of what is deferrable: it is done by the same hands. */
  admit({ precedence, owner }: WantedWork, nowMs: number): Verdict {
    const kind = precedence === 'essential' ? 'deferrable' : precedence;
    if (precedence !== 'essential' && this.#queue.isStanding && this.#isRefused(precedence, owner, nowMs)) {
      const { least, spread } = RETRY_SECONDS;
      return { admitted: false, retryAfterSeconds: least + Math.floor(this.#random() * spread) };
    }
    this.#recent[kind].add(owner, nowMs);
    return { admitted: true };
  }

  #isRefused(precedence: RefusablePrecedence, owner: string, nowMs: number): boolean {
    const steps = STEPS_BEFORE[precedence] + (this.#recent[precedence].isAboveItsShare(owner, nowMs) ? 0 : 1);
    const targetsAbove = this.#presentMs() / this.#targetMs - 1;
    return this.#random() < targetsAbove / STEP_TARGETS - steps;
  }
}
