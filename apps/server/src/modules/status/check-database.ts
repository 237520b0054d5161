import type { databaseTestReply } from '@farline/contracts';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { inTime } from '../../platform/concurrency/in-time.ts';
import { writeProbe } from './status-store.ts';

const WITHIN_MS = 5_000;

/** Writes, commits and reads again, and says how long that took. Failing when it is late or reads something older. */
export async function checkDatabase(deps: {
  database: Database;
  clock: Clock;
}): Promise<z.infer<typeof databaseTestReply>> {
  const startedAt = performance.now();
  const writtenAt = deps.clock.now();
  const readAt = await inTime(async () => await writeProbe(deps.database, writtenAt), WITHIN_MS);
  // Another server may have written a later one in between.
  const isRead = readAt !== null && readAt >= writtenAt;
  return {
    status: isRead ? 'ok' : 'failing',
    service: 'database',
    time: deps.clock.now().toISOString(),
    message: isRead ? 'The database writes and reads.' : 'The database isn’t answering.',
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
  };
}
