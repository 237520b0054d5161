import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import type { Tick } from '../ticks.ts';
import { forgetAll } from './forget-all.ts';

/** A tick that forgets what is older than `keepMs`, all of it. `forget` removes what is from before an instant, some at a time; see `forgetAll`. */
export function forgetting(
  { database, clock }: { database: Database; clock: Clock },
  what: {
    name: string;
    everyMs: number;
    keepMs: number;
    forget: (db: Database, before: Date) => Promise<number>;
  },
): Tick {
  const { name, everyMs, keepMs, forget } = what;
  return {
    name,
    everyMs,
    run: async (stopping) => {
      const before = new Date(clock.now().getTime() - keepMs);
      await forgetAll(async () => await forget(database, before), stopping);
    },
  };
}
