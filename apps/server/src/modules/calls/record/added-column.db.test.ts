import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { searchCalls } from '../history/call-search-store.ts';
import { endedCallsBefore } from '../history/ended-calls-store.ts';

// One connection: what is asked again is asked of the plan that was made before.
const { database } = await testDatabase({ poolSize: 1 });

const EVERY = {
  accountId: newId(),
  to: null,
  with: null,
  status: null,
  reason: null,
  countryCode: null,
  from: null,
  before: null,
};

test.each([
  ['searched', async () => await searchCalls(database, EVERY, { most: 10 })],
  ['counted', async () => await endedCallsBefore(database, { before: newId(), most: 10 })],
])('calls are %s while a newer server’s migration adds a column to them', async (what, ask) => {
  await ask();
  await sql`alter table calls.call add column ${sql.ref(`added_while_${what}`)} integer`.execute(database);

  await expect(ask()).resolves.toBeDefined();
});
