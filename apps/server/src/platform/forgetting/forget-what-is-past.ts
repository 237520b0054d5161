import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { forgetOldEvents } from '../events.ts';
import { forgetAll } from './forget-all.ts';
import { forgetOldAnswers } from '../idempotency.ts';
import { forgetEndedRateLimits } from '../rate-limits/rate-limits.ts';
import type { Tick } from '../ticks.ts';

const FORGET_EVERY_MS = 10 * 60_000;

/** Forgets limits that ended, answers that nobody repeats a request for, and events that everybody has heard. */
export function forgetWhatIsPast({ database, clock }: { database: Database; clock: Clock }): Tick {
  return {
    name: 'forget what is past',
    everyMs: FORGET_EVERY_MS,
    run: async (stopping) => {
      const now = clock.now();
      await forgetAll(async () => await forgetEndedRateLimits(database, now), stopping);
      await forgetAll(async () => await forgetOldAnswers(database, now), stopping);
      await forgetAll(async () => await forgetOldEvents(database, now), stopping);
    },
  };
}
