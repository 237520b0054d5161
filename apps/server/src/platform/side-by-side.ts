import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { WaitingLine } from './admission/waiting-line.ts';

/** Does something for each item, `most` at a time. One that fails is told of, and does not keep the others. */
export async function eachSideBySide<Item>(
  items: readonly Item[],
  how: { most: number; work: (item: Item) => Promise<unknown>; failed: (error: unknown, item: Item) => void },
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await how.work(item).catch((error: unknown) => how.failed(error, item));
  };
  await Promise.all(Array.from({ length: Math.min(how.most, items.length) }, worker));
}

/** Work that goes on side by side, to which more is added while some of it ends. It fails for nobody here. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();
  #tellEnd = () => {};

  get size(): number {
    return this.#works.size;
  }

  add(work: Promise<void>): void {
    const ending = work.finally(() => {
      this.#works.delete(ending);
      this.#tellEnd();
    });
    this.#works.add(ending);
  }

  /** Resolves when the next of it ends, or when the time is over. */
  async oneEnds({ withinMs }: { withinMs: number }): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#tellEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async allEnd(): Promise<void> {
    await Promise.all(this.#works);
  }
}

type Waiting<Item, Answer> = {
  item: Item;
  leave: () => void;
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
};

/**
 * Does for many at once what each wants done: whatever comes while some are served is served next, together, `most` at a time. Where many fail
 * together each is tried by itself, so that one which fails fails alone.
 */
export function gathered<Item>(how: {
  most: number;
  work: (items: readonly Item[]) => Promise<void>;
}): (item: Item) => Promise<void> {
  return answeredTogether({
    most: how.most,
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
export function answeredTogether<Item, Answer>(how: {
  most: number;
  everyMs?: number;
  time?: { nowMs: () => number; wait: (ms: number) => Promise<unknown> };
  aloneBy?: (item: Item) => string;
  /** Measures how long they wait until they are served. */
  line?: Pick<WaitingLine, 'join'>;
  work: (items: readonly Item[]) => Promise<readonly Answer[]>;
}): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  const { nowMs, wait } = how.time ?? { nowMs: () => performance.now(), wait: sleep };
  let isServing = false;
  let restsUntilMs = -Infinity;

  const serve = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    for (const { leave } of batch) leave();
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
    while (waiting.length > 0) {
      const restMs = restsUntilMs - nowMs();
      if (restMs > 0 && waiting.length < how.most) await wait(restMs);
      restsUntilMs = nowMs() + (how.everyMs ?? 0);
      const { now, later } = nextOf(waiting, how);
      waiting = later;
      await serve(now);
    }
    isServing = false;
  };
  return async (item) =>
    await new Promise((done, failed) => {
      waiting.push({ item, leave: how.line?.join() ?? nobodyMeasures, done, failed });
      void serveAll();
    });
}

const nobodyMeasures = () => {};

/** Those that are served next, in the order in which they came, and those that wait on. */
function nextOf<One extends { item: unknown }>(
  waiting: readonly One[],
  { most, aloneBy }: { most: number; aloneBy?: (item: One['item']) => string },
): { now: One[]; later: One[] } {
  if (aloneBy === undefined) return { now: waiting.slice(0, most), later: waiting.slice(most) };
  const keys = new Set<string>();
  const now: One[] = [];
  const later: One[] = [];
  for (const one of waiting) {
    const key = aloneBy(one.item);
    if (now.length === most || keys.has(key)) later.push(one);
    else {
      keys.add(key);
      now.push(one);
    }
  }
  return { now, later };
}
