const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** Whether a provider is asked now. Each failure lets it rest, longer each time; an answer ends that. */
export type Availability = {
  isOpen(): boolean;
  works(): void;
  rest(rest: { leastMs: number; why: string }): void;
};

/** `now` in milliseconds, `random` from 0 to 1. `changed` is told once each way. */
export function createAvailability(deps: {
  now: () => number;
  random: () => number;
  changed: (state: 'bound' | 'unbound', why: string) => void;
}): Availability {
  let restsUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const isOpen = () => deps.now() >= restsUntil;
  return {
    isOpen,
    works() {
      // An answer to what was asked before does not end a rest that the provider wants.
      if (!isOpen() || failures === 0) return;
      failures = 0;
      deps.changed('bound', 'it answers');
    },
    rest({ leastMs, why }) {
      const now = deps.now();
      // What fails side by side fails once.
      if (!isOpen()) {
        restsUntil = Math.max(restsUntil, now + leastMs);
        return;
      }
      const pauseMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures, 10)) * (1 - deps.random() / 2);
      restsUntil = now + Math.max(leastMs, pauseMs);
      failures += 1;
      if (failures === 1) deps.changed('unbound', why);
    },
  };
}
