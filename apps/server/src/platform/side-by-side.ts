import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { WaitingLine } from './admission/waiting-line.ts';
import { tooBusy } from './problems.ts';
import { noteDeed } from './work.ts';

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

/**
 * Does for many at once what each wants done: whatever comes while some are served is served next, together, `most` at a time. Where many fail
 * together each is tried by itself, so that one which fails fails alone.
 */
export function gathered<Item>(how: {
  most: number;
  everyMs?: number;
  work: (items: readonly Item[]) => Promise<void>;
}): (item: Item) => Promise<void> {
  return answeredTogether({
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
export function answeredTogether<Item, Answer>(
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

/** What each owner has one of, such as the line of a database: made when it is first asked for, and gone with its owner. */
export function onceFor<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const made = new WeakMap<Owner, { value: Made }>();
  return (owner) => {
    const known = made.get(owner) ?? { value: make(owner) };
    made.set(owner, known);
    return known.value;
  };
}

/**
 * What was found in a database, by what was asked: at most so much of each database, and what was not asked for longest is forgotten. Whether it is still
 * so is for whoever asks to know. Within a transaction nothing is remembered of what was found outside.
 */
export function remember<Found>(most: number) {
  const foundBy = onceFor((_db: object) => new Map<string, Found>());
  return {
    before: (db: object, asked: string): Found | undefined => foundBy(db).get(asked),
    keep(db: object, asked: string, found: Found): void {
      const all = foundBy(db);
      all.delete(asked);
      all.set(asked, found);
      if (all.size > most) all.delete(all.keys().next().value ?? asked);
    },
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

/** What was read in one statement: sums of what is over, all of it before `upTo`, and of what is not; and how often the past had changed by then. */
export type ReadSums<Sums, Place> = { upTo: Place; times: bigint; settled: Sums; open: Sums };

type Past<Sums> = { most: number; nothing: Sums; added: (one: Sums, other: Sums) => Sums };
type Span<Sums, Place> = {
  /** All that the sums depend on but where they end. */
  asked: string;
  first: Place;
  end: Place;
  sumSince: (since: Place) => Promise<ReadSums<Sums, Place>>;
};

/**
 * Sums of a span, of which what is over is remembered: only what came since is read, or all of it where the past has changed. Places are in order,
 * and of so many spans sums are kept.
 */
export function sumsOfPast<Sums, Place extends Date | string>({ most, nothing, added }: Past<Sums>) {
  const remembered = remember<{ upTo: Place; times: bigint; sums: Sums }>(most);
  return async (database: object, { asked, first, end, sumSince }: Span<Sums, Place>): Promise<Sums> => {
    const known = remembered.before(database, asked);
    const base = known !== undefined && known.upTo <= end ? known : undefined;
    let settled = base?.sums ?? nothing;
    let found = await sumSince(base?.upTo ?? first);
    if (base !== undefined && base.times !== found.times) {
      settled = nothing;
      found = await sumSince(first);
    }
    settled = added(settled, found.settled);
    // Somebody else may have asked about a longer span.
    if (known === undefined || known.upTo <= found.upTo || known.times !== found.times) {
      remembered.keep(database, asked, { upTo: found.upTo, times: found.times, sums: settled });
    }
    return added(settled, found.open);
  };
}
