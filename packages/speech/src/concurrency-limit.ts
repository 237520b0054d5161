/** Lets a few tasks run at once and the rest wait their turn; refuses more than `waiting` of those. */
export class ConcurrencyLimit {
  readonly #limits: { atOnce: number; waiting: number };
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(limits: { atOnce: number; waiting: number }) {
    this.#limits = limits;
  }

  /** Runs the task when it is its turn. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.atOnce) {
      if (this.#queue.length >= this.#limits.waiting) throw new Error('Too much is waiting to be spoken.');
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await task();
    } finally {
      // The place goes to the next in line without being free in between.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
