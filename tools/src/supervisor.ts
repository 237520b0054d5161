import { type Part, describeExit } from './processes/part.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 15_000;
/** A part that has run this long counts as healthy again. */
const HEALTHY_MS = 60_000;

/** Starts every part again that ends by itself, each time after a longer pause. The returned function stops that. */
export function supervise(parts: readonly Part[], say: (line: string) => void): () => void {
  let isOver = false;
  const timers = new Set<NodeJS.Timeout>();
  for (const part of parts) watch(part);
  return () => {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
  };

  function watch(part: Part): void {
    let failures = 0;
    let startedAt = performance.now();

    part.onDeath((exit) => {
      if (isOver) return;
      if (performance.now() - startedAt > HEALTHY_MS) failures = 0;
      later(`${part.name} ended (${describeExit(exit)})`);
    });
    // Building the pages may take a minute: what ended meanwhile had nobody to tell.
    if (part.pid() === null) later(`${part.name} ended while the others were starting`);

    function later(what: string): void {
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
      failures += 1;
      say(`${what}: starting it again in ${delayMs / 1000} s. Its words: ${part.log.path}`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        void again();
      }, delayMs);
      timers.add(timer);
    }

    async function again(): Promise<void> {
      try {
        await part.start();
        startedAt = performance.now();
        if (isOver) await part.stop();
        else say(`${part.name} runs again`);
      } catch (error) {
        if (!isOver) later(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
