import type { WaitingLine } from './waiting-line.ts';

const MEASURE_EVERY_MS = 50;

/** How long what comes now waits in this process, in ms: for its turn on the event loop, and then in the longest of its lines. */
export type Waiting = {
  presentMs(): number;
  /** Tells somebody twenty times a second. Gives what ends it. */
  watch(told: (waitMs: number, nowMs: number) => void): () => void;
};

/** Measures the event loop by how late a timer comes, while it is watched, and the lines whenever somebody asks. */
export function measureWaiting(
  lines: readonly Pick<WaitingLine, 'expectedMs'>[],
  nowMs: () => number = () => performance.now(),
): Waiting {
  let lateMs = 0;
  const presentMs = () => lateMs + Math.max(0, ...lines.map((line) => line.expectedMs()));

  const watch: Waiting['watch'] = (told) => {
    let dueMs = nowMs() + MEASURE_EVERY_MS;
    const measure = () => {
      const now = nowMs();
      lateMs = Math.max(0, now - dueMs);
      told(presentMs(), now);
      dueMs = now + MEASURE_EVERY_MS;
      timer = setTimeout(measure, MEASURE_EVERY_MS).unref();
    };
    let timer = setTimeout(measure, MEASURE_EVERY_MS).unref();
    return () => clearTimeout(timer);
  };
  return { presentMs, watch };
}
