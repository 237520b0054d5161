import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { messagesWorld } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { MOST_STRANGERS } from './answer-keyword.ts';

const { database } = await testDatabase();
const world = await messagesWorld(database);
const stranger = (number: number) => `+4477009${String(number).padStart(5, '0')}`;

async function answersWanted(accountId: string): Promise<number> {
  const { rows } = await sql`select from platform.event
    where type = 'keyword.received' and account_id = ${accountId}`.execute(database);
  return rows.length;
}

test('of strangers who write STOP so many a day are answered, and all of them are heeded', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const strangers = Array.from({ length: MOST_STRANGERS + 5 }, (_, number) => stranger(number));
  await Promise.all(strangers.map(async (from) => await world.receive({ to, from, text: 'STOP' })));
  expect(await answersWanted(customer.accountId)).toBe(MOST_STRANGERS);
  for (const from of strangers) {
    await expect(world.write(customer, 'Hello', { to: from })).rejects.toMatchObject({ code: 'recipient_opted_out' });
  }

  world.clock.passSeconds(86_401);
  await world.receive({ to, from: stranger(90), text: 'HELP' });
  expect(await answersWanted(customer.accountId)).toBe(MOST_STRANGERS + 1);
});

test('whoever was written to is answered, however many strangers were', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const known = stranger(95);
  await world.write(customer, 'Hello', { to: known });
  for (let number = 0; number < MOST_STRANGERS; number += 1) {
    await world.receive({ to, from: stranger(number), text: 'STOP' });
  }
  await world.receive({ to, from: known, text: 'STOP' });
  expect(await answersWanted(customer.accountId)).toBe(MOST_STRANGERS + 1);
});

test('one person is answered once a day for each keyword', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const text of ['STOP', 'STOP', 'stop', 'HELP', 'HELP']) await world.receive({ to, from: stranger(1), text });
  expect(await answersWanted(customer.accountId)).toBe(2);
});
