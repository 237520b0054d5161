/** What arrived, in order, and a way to wait for what is still to come. */
export type Inbox<T> = {
  readonly all: readonly T[];
  add(item: T): void;
  /** The first one, past or future, that fits; throws after the bound with what there was instead. */
  next(what: string, fits: (item: T) => boolean, withinMs?: number): Promise<T>;
};

/** A bound for what never comes, not a promise: a busy machine may stretch what is waited for. */
export const COMES_WITHIN_MS = 60_000;

/** An empty inbox. `show` says in a line what an item is, for the error of a wait that ended in vain. */
export function createInbox<T>(show: (item: T) => string): Inbox<T> {
  const all: T[] = [];
  const waiting = new Set<(item: T) => void>();
  return {
    all,
    add(item) {
      all.push(item);
      for (const look of [...waiting]) look(item);
    },
    next(what, fits, withinMs = COMES_WITHIN_MS) {
      const there = all.find(fits);
      if (there !== undefined) return Promise.resolve(there);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${what} did not come within ${withinMs} ms; there was:\n${all.map(show).join('\n')}`));
        }, withinMs);
        const look = (item: T) => {
          if (!fits(item)) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(item);
        };
        waiting.add(look);
      });
    },
  };
}
