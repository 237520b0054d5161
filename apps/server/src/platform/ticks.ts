import type { Log } from './log.ts';

export type Tick = { name: string; everyMs: number; run: () => Promise<void> };

/**
 * Runs each tick again `everyMs` after it ended, never twice at once. A tick that fails is logged and tried again.
 * `stop` waits for what is under way.
 */
export function startTicks(ticks: Tick[], log: Log): { stop: () => Promise<void> } {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();

  const arm = (tick: Tick) => {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const running = tick
        .run()
        .catch((error: unknown) => log.error({ err: error, tick: tick.name }, 'tick failed'))
        .finally(() => {
          underWay.delete(running);
          arm(tick);
        });
      underWay.add(running);
    }, tick.everyMs);
    timers.add(timer);
  };
  for (const tick of ticks) arm(tick);

  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
