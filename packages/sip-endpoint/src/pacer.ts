/** Length of one slot: what one packet of sound holds. */
export const SLOT_MS = 20;

/** What is done in each slot. `slot` counts from the pacer's start and never repeats; it jumps where time was lost. */
export type SlotTask = (slot: number) => void;

/** Time as the pacer needs it: a steady clock in milliseconds, and a timer. */
export interface PacerClock {
  nowMs(): number;
  after(ms: number, then: () => void): () => void;
}

/** More slots than these are not made up for: a burst that long would only fill somebody's jitter buffer. */
const MAX_CATCH_UP = 5;

/**
 * One timer that paces all who send: each task runs once in every slot of 20 ms. Slots are counted from the clock, not
 * from timers, so that nothing drifts; a late timer makes up for a few slots and skips the rest.
 */
export class Pacer {
  readonly #clock: PacerClock;
  readonly #startedMs: number;
  readonly #tasks = new Set<SlotTask>();
  #done: number;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: PacerClock = steadyClock) {
    this.#clock = clock;
    this.#startedMs = clock.nowMs();
    this.#done = 0;
  }

  /** The slot that it is now. */
  get slot(): number {
    return Math.floor((this.#clock.nowMs() - this.#startedMs) / SLOT_MS);
  }

  /** Runs the task in every slot from the next one on. Adding it twice changes nothing. */
  add(task: SlotTask): void {
    this.#tasks.add(task);
    if (this.#cancelTimer) return;
    this.#done = this.slot;
    this.#arm();
  }

  /** Stops the task; without tasks there is no timer. */
  remove(task: SlotTask): void {
    this.#tasks.delete(task);
    if (this.#tasks.size > 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #arm(): void {
    const dueMs = this.#startedMs + (this.#done + 1) * SLOT_MS;
    this.#cancelTimer = this.#clock.after(Math.max(1, Math.ceil(dueMs - this.#clock.nowMs())), () => {
      this.#cancelTimer = null;
      this.#runDueSlots();
      if (this.#tasks.size > 0 && !this.#cancelTimer) this.#arm();
    });
  }

  #runDueSlots(): void {
    const now = this.slot;
    this.#done = Math.max(this.#done, now - MAX_CATCH_UP);
    while (this.#done < now) {
      this.#done += 1;
      for (const task of [...this.#tasks]) if (this.#tasks.has(task)) task(this.#done);
    }
  }
}

const steadyClock: PacerClock = {
  nowMs: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
