import { afterAll, aroundEach, inject } from 'vitest';
import type { Database } from '../../src/platform/database.ts';
import { compareEndedSince } from './carrier-witness.ts';
import { openTestDatabase } from './test-database.ts';

/** Set-up of every browser test: calls that ended meanwhile on the stack that all tests share are charged as the carrier counted them. */

let database: Database | null = null;
afterAll(async () => {
  await database?.destroy();
  database = null;
});

aroundEach(async (runTest, context) => {
  const since = new Date();
  await runTest();
  if (context.task.result?.state === 'fail') return;
  const { databaseUrl, carrierRecordUrl } = inject('stack');
  database ??= openTestDatabase(databaseUrl);
  await compareEndedSince({ database, carrierRecordUrl, since });
});
