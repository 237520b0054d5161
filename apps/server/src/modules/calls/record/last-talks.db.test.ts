import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { answered, callsWorld } from '../testing/calls-world.ts';
import { ruledNumber } from '../testing/ruled-number.ts';
import { lastTalks } from './last-talks-store.ts';

const { database } = await testDatabase();

test('who gave their call to somebody else, so that it has no connection any more, talked in a page', async () => {
  const world = await callsWorld(database);
  const { customer, receive } = await ruledNumber(world, { balance: '10.00', rule: {} });
  const call = await receive();
  await world.report(answered(call, world.clock.now(), '127.0.0.1:5'));
  await sql`update calls.call set connection = null where id = ${call.id}`.execute(database);

  expect(await lastTalks(database, customer.accountId)).toMatchObject([{ phoneId: null, username: null }]);
});
