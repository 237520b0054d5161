import { READY_WITHIN_MS } from './part.ts';
import type { ProcessLog } from './process-log.ts';
import type { RunningProcess } from './running-process.ts';
import { waitUntil } from './wait-until.ts';

const MINUTE_MS = 60_000;
const SELDOM_MS = 500;

/** How long a part may take until it serves. */
export type Patience = {
  withinMs: number;
  /** How often it is said that the part is still starting; each minute, unless told. */
  sayEveryMs?: number;
  say?: (line: string) => void;
  /** Aborted: nobody waits for it any longer. */
  ended?: AbortSignal;
};

export const USUAL_PATIENCE: Patience = { withinMs: READY_WITHIN_MS };

/**
 * Waits until a part serves that may have much to do first, as a migration or a recovery of the database. Throws when its
 * time is over, and no longer waits for a process that has ended.
 */
export async function waitToServe(
  part: { running: RunningProcess; log: ProcessLog; what: string; serves: () => Promise<boolean> },
  { withinMs, sayEveryMs = MINUTE_MS, say = () => {}, ended }: Patience,
): Promise<void> {
  const { running, log, what, serves } = part;
  const isOver = () => running.exit() !== null || ended?.aborted === true;
  const startedAt = performance.now();
  for (let everyMs: number | undefined; ; everyMs = SELDOM_MS) {
    const leftMs = startedAt + withinMs - performance.now();
    const round = { withinMs: Math.min(Math.ceil(leftMs), sayEveryMs), ...(everyMs === undefined ? {} : { everyMs }) };
    try {
      await waitUntil(what, async () => isOver() || (await serves()), round);
      break;
    } catch (error) {
      if (leftMs <= sayEveryMs) throw error;
      const minutes = Math.round((performance.now() - startedAt) / MINUTE_MS);
      say(`${running.name} is still starting, after ${minutes} min. Its words: ${log.path}`);
    }
  }
  if (isOver()) throw new Error('nobody waits for it any longer');
}
