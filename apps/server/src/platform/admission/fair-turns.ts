import { FairLine } from './fair-line.ts';

type Waiting = { begin: () => void; refuse: () => void };

/** Runs `work` when it is its owner's turn. Refused with what `busy` makes, it never runs. */
export type FairTurns = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of work of one kind run at once; the others wait, and those for whom it is done take turns. Whoever has waited for `patienceMs`
 * is refused; so is the last of who has most in the line once it is full.
 */
export function createFairTurns(bounds: {
  atOnce: number;
  mostWaiting: number;
  patienceMs: number;
  busy: () => Error;
}): FairTurns {
  const line = new FairLine<Waiting>(bounds.mostWaiting);
  let running = 0;

  const waitForTurn = async (owner: string) =>
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(patience);
        reject(bounds.busy());
      };
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const one: Waiting = { begin, refuse };
      const patience = setTimeout(() => {
        line.remove(owner, one);
        refuse();
      }, bounds.patienceMs);
      line.add(owner, one)?.refuse();
    });

  return async (owner, work) => {
    // Whoever ends hands its place on: `running` stays as it is.
    if (running >= bounds.atOnce) await waitForTurn(owner);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = line.next();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
}
