import type { Timing } from '../timing.ts';

export type HandTiming = Timing & {
  /** Lets time pass, and acts for everything that falls due meanwhile, in its order. */
  pass(ms: number): void;
  /** What waits for its time. */
  readonly waiting: number;
};

/** Time that passes only where a test says so. */
export function createHandTiming(): HandTiming {
  let now = 0;
  const waiting = new Set<{ at: number; act: () => void }>();
  const nextBefore = (end: number) => {
    const due = [...waiting].filter(({ at }) => at <= end);
    return due.reduce<(typeof due)[number] | null>(
      (first, next) => (first && first.at <= next.at ? first : next),
      null,
    );
  };
  return {
    now: () => now,
    after(ms, act) {
      const entry = { at: now + ms, act };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(ms) {
      const end = now + ms;
      for (let next = nextBefore(end); next !== null; next = nextBefore(end)) {
        now = Math.max(now, next.at);
        waiting.delete(next);
        next.act();
      }
      now = end;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
