import type { Clock } from '../../platform/clock.ts';

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 5 * 60_000;

/** Whether a service is asked at all. Each time that it takes nothing it rests for longer; an answer about a sound ends that. */
export type ServiceRest = {
  isOver(): boolean;
  works(): void;
  /** Until when it rests: for `leastMs` at least. */
  rest(leastMs: number): Date;
};

export function createServiceRest({ clock, random }: { clock: Clock; random: () => number }): ServiceRest {
  let restsUntil = new Date(0);
  let failures = 0;
  const isOver = () => clock.now() >= restsUntil;
  return {
    isOver,
    works() {
      // An answer to what was asked before does not end a rest that the service wants.
      if (isOver()) failures = 0;
    },
    rest(leastMs) {
      // What fails side by side fails once.
      const grown = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures, 10)) * (0.75 + random() / 2);
      const pauseMs = isOver() ? grown : 0;
      if (isOver()) failures += 1;
      const until = clock.now().getTime() + Math.max(leastMs, pauseMs);
      restsUntil = new Date(Math.max(restsUntil.getTime(), until));
      return restsUntil;
    },
  };
}
