import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { findContact, listContacts } from './contacts-store.ts';

// One connection: what is asked again is asked of the plan that was made before.
const { database } = await testDatabase({ poolSize: 1 });
const accountId = newId();
const EVERY = { accountId, most: 10, after: null, words: [], partOfNumber: null, isFavourite: null };

test.each([
  ['found', async () => await findContact(database, { accountId, id: newId() })],
  ['listed', async () => await listContacts(database, EVERY)],
])('contacts are %s while a newer server’s migration adds a column to them', async (what, ask) => {
  const before = await ask();
  await sql`alter table contacts.contact add column ${sql.ref(`added_while_${what}`)} integer`.execute(database);

  expect(await ask()).toEqual(before);
});
