import type { StatusComponent } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { inTime } from '../../platform/concurrency/in-time.ts';
import type { Reading } from './reading.ts';
import { slotOf } from './slot.ts';
import { saveReadings } from './status-store.ts';

/** What a process watches; one that it cannot see (an API process without engine) is left out. */
export type StatusChecks = Partial<Record<StatusComponent, () => Promise<boolean>>>;

export type Measuring = {
  /** Measures the present slot unless that is done. To be called more often than slots begin. */
  measure(): Promise<void>;
  /** The newest reading of this process, or null. */
  latest(): Reading | null;
};

const CHECK_WITHIN_MS = 3_000;
/** A day of slots: what is kept in memory while the database does not answer. */
const MOST_WAITING = 8_640;

/** Watches the components. What is seen while the database is away is written when it is back. */
export function createMeasuring(deps: { database: Database; clock: Clock; checks: StatusChecks }): Measuring {
  let latest: Reading | null = null;
  const waiting: Reading[] = [];

  const save = async () => {
    const saved = [...waiting];
    if (saved.length === 0) return;
    await saveReadings(deps.database, saved);
    waiting.splice(0, saved.length);
  };

  return {
    latest: () => latest,
    async measure() {
      const slot = slotOf(deps.clock.now());
      if (latest?.slot.getTime() !== slot.getTime()) {
        latest = await readAll(deps.checks, slot);
        waiting.push(latest);
        if (waiting.length > MOST_WAITING) waiting.shift();
      }
      // A database that is known not to answer is not waited for: the next slot would be missed.
      if (latest.database !== false) await save();
    },
  };
}

async function readAll(checks: StatusChecks, slot: Date): Promise<Reading> {
  const read = async (check: (() => Promise<boolean>) | undefined) =>
    check === undefined ? null : (await inTime(check, CHECK_WITHIN_MS)) === true;
  const [web, engine, database] = await Promise.all([read(checks.web), read(checks.engine), read(checks.database)]);
  return { slot, web, engine, database };
}
