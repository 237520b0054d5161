import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { Database } from '../../../platform/database.ts';

/** Each test begins without calls: ticks see all that are open. */
export function eachWithoutCalls(database: Database): void {
  beforeEach(async () => {
    await sql`truncate calls.call, calls.leg, calls.engine cascade`.execute(database);
  });
}
