/** Slots for what goes on side by side: the rest waits in order. */
export type Slots = {
  /** Resolves to what frees the slot again; null: none was free in time, or too many wait. */
  take(): Promise<(() => void) | null>;
  /** Resolves once all are free. */
  idle(): Promise<void>;
};

/** `atOnce` slots; at most `mostWaiting` wait for one, each for `patienceMs`, or for as long as it takes. */
export function createSlots({
  atOnce,
  mostWaiting,
  patienceMs,
}: {
  atOnce: number;
  mostWaiting: number;
  patienceMs?: number;
}): Slots {
  let left = atOnce;
  const waiting = new Set<(isTaken: boolean) => void>();
  const idlers: (() => void)[] = [];

  const release = () => {
    left += 1;
    const [next] = waiting;
    if (next !== undefined) return next(true);
    if (left === atOnce) for (const resolve of idlers.splice(0)) resolve();
  };
  const takeOne = () => {
    left -= 1;
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      release();
    };
  };

  return {
    async take() {
      if (left > 0) return takeOne();
      if (waiting.size >= mostWaiting) return null;
      return await new Promise((resolve) => {
        const turn = (isTaken: boolean) => {
          clearTimeout(timer);
          waiting.delete(turn);
          resolve(isTaken ? takeOne() : null);
        };
        const timer = patienceMs === undefined ? undefined : setTimeout(turn, patienceMs, false);
        waiting.add(turn);
      });
    },
    async idle() {
      if (left < atOnce) await new Promise<void>((resolve) => idlers.push(resolve));
    },
  };
}
