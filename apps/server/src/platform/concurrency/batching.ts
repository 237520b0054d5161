import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { WaitingLine } from '../admission/waiting-line.ts';
import { tooBusy } from '../problems.ts';
import { noteDeed } from '../work.ts';

/**
 * Does for many at once what each wants done: whatever comes while some are served is served next, together, `most` at a time. Where many fail
 * together each is tried by itself, so that one which fails fails alone.
 */
export function gathered<Item>(how: {
  most: number;
  everyMs?: number;
  work: (items: readonly Item[]) => Promise<void>;
}): (item: Item) => Promise<void> {
  return batched({
    ...how,
    work: async (items) => {
      await how.work(items);
      return items.map(() => undefined);
    },
  });
}

/**
 * The same for what each wants to know: `work` answers in the order of the items. With `everyMs` one serving begins so long after another, by
 * `time`. With `aloneBy` no two that it gives the same key are served at once: the later one is served next.
 */
export function batched<Item, Answer>(
  how: {
    everyMs?: number;
    time?: { nowMs: () => number; wait: (ms: number) => Promise<unknown> };
    work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  } & LineRules<Item>,
): (item: Item) => Promise<Answer> {
  const line = new Line<Item, Answer>(how);
  const { nowMs, wait } = how.time ?? { nowMs: () => performance.now(), wait: sleep };
  let isServing = false;
  let restsUntilMs = -Infinity;

  const serve = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await how.work(batch.map(({ item }) => item));
      for (const [place, { done }] of batch.entries()) done(answers[place] as Answer);
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map(async (one) => await serve([one])));
      else for (const { failed } of batch) failed(error);
    }
  };
  const serveAll = async () => {
    if (isServing) return;
    isServing = true;
    // What one read of a socket brought is all there after this.
    await nextTurn();
    while (line.length > 0) {
      const restMs = restsUntilMs - nowMs();
      if (restMs > 0 && line.length < how.most) await wait(restMs);
      restsUntilMs = nowMs() + (how.everyMs ?? 0);
      const batch = line.takeNext();
      // Whoever was there may have given up during the rest.
      if (batch.length > 0) await serve(batch);
    }
    isServing = false;
  };
  return async (item) => {
    const answer = await new Promise<Answer>((done, failed) => {
      line.join({ item, done, failed });
      void serveAll();
    });
    // It was done for many, as part of the request of one of them.
    noteDeed();
    return answer;
  };
}

/** For what a request waits for, of which nothing is done yet: after that whoever asked has most likely given up, and may come again. */
export const BOUNDS_OF_REQUESTS = { mostWaiting: 1_000, longestMs: 10_000, busy: () => tooBusy(2) };

type LineRules<Item> = {
  most: number;
  aloneBy?: (item: Item) => string;
  /** Measures how long they wait until they are served; of those with the same key the first alone. */
  line?: Pick<WaitingLine, 'join'> | undefined;
  /** Who finds so many waiting, or has waited for so long, fails with what `busy` makes, and is served no more. */
  bounds?: { mostWaiting: number; longestMs: number; busy: () => Error };
};

type Asking<Item, Answer> = { item: Item; done: (answer: Answer) => void; failed: (error: unknown) => void };
/** `leave`: it waits no longer. */
type Waiting<Item, Answer> = Asking<Item, Answer> & { leave: () => void };

/** Those that wait to be served, in the order in which they came. */
class Line<Item, Answer> {
  readonly #rules: LineRules<Item>;
  #waiting: Waiting<Item, Answer>[] = [];

  constructor(rules: LineRules<Item>) {
    this.#rules = rules;
  }

  get length(): number {
    return this.#waiting.length;
  }

  join(asking: Asking<Item, Answer>): void {
    const { bounds, line } = this.#rules;
    if (bounds !== undefined && this.length >= bounds.mostWaiting) return asking.failed(bounds.busy());
    const leaveLine = line === undefined || this.#isBehindItsOwn(asking.item) ? undefined : line.join();
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
      one.leave();
      if (bounds !== undefined) asking.failed(bounds.busy());
    };
    const patience = bounds === undefined ? undefined : setTimeout(giveUp, bounds.longestMs);
    const leave = (): void => {
      clearTimeout(patience);
      leaveLine?.();
    };
    const one = { ...asking, leave };
    this.#waiting.push(one);
  }

  /** Those that are served next leave the line: no two of them with the same key. */
  takeNext(): Waiting<Item, Answer>[] {
    const { most, aloneBy } = this.#rules;
    const keys = new Set<string>();
    const now: Waiting<Item, Answer>[] = [];
    const later: Waiting<Item, Answer>[] = [];
    for (const one of this.#waiting) {
      const key = aloneBy?.(one.item);
      if (now.length === most || (key !== undefined && keys.has(key))) {
        later.push(one);
        continue;
      }
      if (key !== undefined) keys.add(key);
      now.push(one);
      one.leave();
    }
    this.#waiting = later;
    return now;
  }

  #isBehindItsOwn(item: Item): boolean {
    const { aloneBy } = this.#rules;
    const key = aloneBy?.(item);
    return key !== undefined && this.#waiting.some((other) => aloneBy?.(other.item) === key);
  }
}
