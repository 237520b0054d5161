import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;

/**
 * How late the bench's own process gets to what is due, in milliseconds at p99, while something is measured. An answer that came meanwhile is
 * noticed so much later: that part of a measured wait is the generator's.
 */
export function watchOwnDelay(): { endMs(): number } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    endMs: () => {
      delay.disable();
      // The intervals between looks are counted, whose planned length is no delay.
      return Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    },
  };
}
