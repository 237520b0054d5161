/** Places for what goes on side by side: the rest waits in order. */
export type Turns = {
  /** Resolves to what gives the place back; null: the turn did not come in time, or too many wait. */
  take(): Promise<(() => void) | null>;
  /** Resolves once nobody has a place. */
  idle(): Promise<void>;
};

/** `most` places; at most `mostWaiting` wait, each for `patienceMs`. */
export function createTurns({
  most,
  mostWaiting,
  patienceMs,
}: {
  most: number;
  mostWaiting: number;
  patienceMs: number;
}): Turns {
  let free = most;
  const waiting = new Set<(taken: boolean) => void>();
  const idlers: (() => void)[] = [];

  const release = () => {
    free += 1;
    const [next] = waiting;
    if (next !== undefined) return next(true);
    if (free === most) for (const resolve of idlers.splice(0)) resolve();
  };
  const place = () => {
    free -= 1;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      release();
    };
  };

  return {
    async take() {
      if (free > 0) return place();
      if (waiting.size >= mostWaiting) return null;
      return await new Promise((resolve) => {
        const turn = (taken: boolean) => {
          clearTimeout(timer);
          waiting.delete(turn);
          resolve(taken ? place() : null);
        };
        const timer = setTimeout(turn, patienceMs, false);
        waiting.add(turn);
      });
    },
    async idle() {
      if (free < most) await new Promise<void>((resolve) => idlers.push(resolve));
    },
  };
}
