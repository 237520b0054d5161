import { FairLine } from './fair-line.ts';
import { WaitingLine } from './waiting-line.ts';

type Waiting = { begin: () => void; refuse: () => void };

export type FairTurns = {
  /** Throws what `busy` makes where work of this owner would be refused now. */
  check(owner: string): void;
  /** Runs `work` when it is its owner's turn. Refused with what `busy` makes, it never runs. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
};

/**
 * Lets a few pieces of work of one kind run at once; the others wait, and those for whom it is done take turns. Whoever would wait for longer than
 * `patienceMs`, at the pace at which the line moves, is refused at once, and who has waited for so long then; so is the last of who has most in the
 * line once it is full. `line`: where the waiting is measured.
 */
export function createFairTurns(bounds: {
  atOnce: number;
  mostWaiting: number;
  patienceMs: number;
  busy: () => Error;
  line?: WaitingLine;
}): FairTurns {
  const { atOnce, patienceMs, busy, line = new WaitingLine() } = bounds;
  const waiting = new FairLine<Waiting>(bounds.mostWaiting);
  let running = 0;

  const check = (owner: string) => {
    if (running < atOnce) return;
    const expectedMs = (waiting.before(owner) + 1) * line.paceMs;
    if (expectedMs > patienceMs || waiting.isFullFor(owner)) throw busy();
  };
  const waitForTurn = async (owner: string) =>
    await new Promise<void>((resolve, reject) => {
      const leave = line.join();
      const refuse = () => {
        clearTimeout(patience);
        leave('unserved');
        reject(busy());
      };
      const begin = () => {
        clearTimeout(patience);
        leave();
        resolve();
      };
      const one: Waiting = { begin, refuse };
      const patience = setTimeout(() => {
        waiting.remove(owner, one);
        refuse();
      }, patienceMs);
      waiting.add(owner, one)?.refuse();
    });

  return {
    check,
    run: async (owner, work) => {
      check(owner);
      // Whoever ends hands its place on: `running` stays as it is.
      if (running >= atOnce) await waitForTurn(owner);
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.next();
        if (next === undefined) running -= 1;
        else next.begin();
      }
    },
  };
}
