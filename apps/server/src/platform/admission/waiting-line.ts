/** Of the last hundred or so that left. */
const KEPT_OF_PACE = 0.99;
/** One that left after a longer time counts as this long: a database that stood still says little of the pace. */
const LONGEST_STEP_MS = 1_000;
/** The pace of a line that has been empty for so long is forgotten. */
const FORGET_AFTER_MS = 1_000;

/** A line in which work waits for its turn, first come first served: measured, and nothing more. */
export class WaitingLine {
  readonly #nowMs: () => number;
  // In the order in which they came.
  readonly #waiting = new Set<{ sinceMs: number }>();
  /** When one left others behind in it; null: nobody has waited since the last one left. */
  #leftOthersMs: number | null = null;
  #pace = { ms: 0, left: 0 };
  #emptySinceMs = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Joins the line. Gives what leaves it again, once; who leaves it unserved says nothing of its pace. */
  join(): (how?: 'unserved') => void {
    const one = { sinceMs: this.#nowMs() };
    const isForgotten = this.#waiting.size === 0 && one.sinceMs - this.#emptySinceMs >= FORGET_AFTER_MS;
    if (isForgotten) this.#pace = { ms: 0, left: 0 };
    this.#waiting.add(one);
    return (how) => {
      if (this.#waiting.delete(one)) this.#noteLeft(how !== 'unserved');
    };
  }

  /** How long the line takes for each; 0: not known. */
  get paceMs(): number {
    return this.#pace.left === 0 ? 0 : this.#pace.ms / this.#pace.left;
  }

  /**
   * How long who joins now is going to wait: as long as those before it take at the pace at which the line moved while it was not empty,
   * and no less than its first has waited already. The first alone says little: it came before those that came since.
   */
  expectedMs(): number {
    const [first] = this.#waiting;
    if (first === undefined) return 0;
    return Math.max(this.#nowMs() - first.sinceMs, this.#waiting.size * this.paceMs);
  }

  #noteLeft(isServed: boolean): void {
    const nowMs = this.#nowMs();
    if (isServed && this.#leftOthersMs !== null) {
      this.#pace.ms = KEPT_OF_PACE * this.#pace.ms + Math.min(nowMs - this.#leftOthersMs, LONGEST_STEP_MS);
      this.#pace.left = KEPT_OF_PACE * this.#pace.left + 1;
    }
    if (this.#waiting.size === 0) this.#leftOthersMs = null;
    else if (isServed) this.#leftOthersMs = nowMs;
    if (this.#waiting.size === 0) this.#emptySinceMs = nowMs;
  }
}
