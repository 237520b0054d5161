import type { Log } from './log.ts';

/** A run that goes from item to item looks between them whether it is to stop. */
export type Tick = {
  name: string;
  everyMs: number;
  run: (stopping?: AbortSignal) => Promise<void>;
  /** Resolves when nothing is under way that `run` began and did not wait for. */
  idle?: () => Promise<void>;
};

/** Part of the 8 s that the process has to end: what comes after the ticks needs the rest. */
const PATIENCE_MS = 4_000;

/**
 * Runs each tick again `everyMs` after it ended, never twice at once. A tick that fails is logged and tried again.
 * `stop` waits for what is under way, but no longer than `patienceMs`: a peer may keep a tick waiting for long, and
 * whatever a tick does may end in the middle.
 */
export function startTicks(ticks: Tick[], log: Log, patienceMs = PATIENCE_MS): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Map<Tick, Promise<void>>();

  const arm = (tick: Tick) => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const running = tick
        .run(stopping.signal)
        .catch((error: unknown) => log.error({ err: error, tick: tick.name }, 'tick failed'))
        .finally(() => {
          underWay.delete(tick);
          arm(tick);
        });
      underWay.set(tick, running);
    }, tick.everyMs);
    timers.add(timer);
  };
  for (const tick of ticks) arm(tick);

  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      const left = new Set(ticks.filter((tick) => underWay.has(tick) || tick.idle !== undefined));
      const ending = [...left].map(async (tick) => {
        await underWay.get(tick);
        await tick.idle?.();
        left.delete(tick);
      });
      await Promise.race([Promise.all(ending), patience]);
      clearTimeout(timer);
      if (left.size === 0) return;
      log.warn({ ticks: [...left].map(({ name }) => name) }, 'ticks are left in the middle: they took too long');
    },
  };
}

/** Runs every tick once, now, one after another. Gives what each failed with, null: it did not; and how long it took. */
export async function runEachOnce(ticks: Tick[]): Promise<{ name: string; failure: unknown; tookMs: number }[]> {
  const outcomes: { name: string; failure: unknown; tookMs: number }[] = [];
  for (const { name, run } of ticks) {
    const begun = performance.now();
    const failure: unknown = await run().then(
      () => null,
      (error: unknown) => error,
    );
    outcomes.push({ name, failure, tookMs: performance.now() - begun });
  }
  return outcomes;
}
