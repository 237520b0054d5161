import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { forgetOldEvents } from './events.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { forgetEndedRateLimits } from './rate-limits/rate-limits.ts';
import type { Tick } from './ticks.ts';

const FORGET_EVERY_MS = 10 * 60_000;

/** Forgets limits that ended, answers that nobody repeats a request for, and events that everybody has heard. */
export function forgetWhatIsPast({ database, clock }: { database: Database; clock: Clock }): Tick {
  return {
    name: 'forget what is past',
    everyMs: FORGET_EVERY_MS,
    run: async () => {
      await forgetEndedRateLimits(database, clock.now());
      await forgetOldAnswers(database, clock.now());
      await forgetOldEvents(database, clock.now());
    },
  };
}
