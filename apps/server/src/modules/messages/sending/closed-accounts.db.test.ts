import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();

test('an account that is closed sends nothing more, and what was held is free', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const written = await world.write(customer);
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'failed', reason: 'account_closed' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
});

test('of an account that is closed not even the rest of a message is sent: its words are gone', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'half' }, { outcome: 'later', why: 'ESME_RTHROTTLED' });
  const written = await world.write(customer, 'a'.repeat(200));
  await world.send();
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
  await sql`update messages.message set body = '' where id = ${written.id}`.execute(database);
  world.clock.passSeconds(60);
  await world.send();
  expect(carrier.submitted).toHaveLength(2);
  expect(await world.message(written.id)).toMatchObject({
    state: 'undelivered',
    reason: 'refused',
    paid: { chargedMicros: 20_000n },
  });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});
