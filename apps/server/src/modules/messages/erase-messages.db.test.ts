import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { messagesWorld, PEER, testCarrier } from '../../testing/money/messages-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { eraseMessages } from './erase-messages.ts';
import { askErasure, ERASED_NUMBER } from './inbox/erasures-store.ts';
import { allowSenderName, senderNamesOf } from './record/sender-names-store.ts';

const { database } = await testDatabase();
const carrier = testCarrier('sandbox', { isSandbox: true });
const world = await messagesWorld(database, { carriers: [carrier] });

type Customer = Awaited<ReturnType<typeof world.customer>>;

async function close({ accountId }: Customer): Promise<void> {
  await sql`update accounts.account set state = 'closed' where id = ${accountId}`.execute(database);
  await inTransaction(database, async (tx) => await askErasure(tx, [accountId]));
}

async function isWaiting({ accountId }: Customer): Promise<boolean> {
  const { rows } = await sql`select from messages.erasure where account_id = ${accountId}`.execute(database);
  return rows.length > 0;
}

const makeDue = async () => await sql`update messages.erasure set due_at = now()`.execute(database);

test('of a closed account no number and no name is left, and what was paid is', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const at = world.clock.now();
  await allowSenderName(database, { accountId, name: 'Erased', registeredIn: ['GB'], at });
  const sent = [await world.write(customer), await world.write(customer, 'Hi', { from: 'Erased' })];
  await world.send();
  await world.receive({ to: await world.numberOf(customer), text: 'Hello' });
  const before = await Promise.all(sent.map(async ({ id }) => await world.message(id)));

  await close(customer);
  await eraseMessages(world.deps);

  for (const { id, paid, segments, createdAt } of before) {
    expect(await world.message(id)).toMatchObject({
      number: ERASED_NUMBER,
      peer: ERASED_NUMBER,
      text: '',
      paid,
      segments,
      createdAt,
    });
  }
  expect(await senderNamesOf(database, accountId)).toEqual([]);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from messages.message m where account_id = ${accountId} and m::text like '%+44%') or
      exists (select from messages.thread where account_id = ${accountId}) or
      exists (select from messages.searched_text where account_id = ${accountId}) as found`.execute(database);
  expect(rows).toEqual([{ found: false }]);
  expect(await isWaiting(customer)).toBe(false);
});

test('a message that is not settled keeps its numbers, by which a receipt finds it, and no longer', async () => {
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' });
  const unknown = await world.write(customer, 'Are you there?');
  await world.send();
  const settled = await world.write(customer, 'Hello');
  await world.send();
  expect([(await world.message(unknown.id)).state, (await world.message(settled.id)).state]).toEqual([
    'unknown',
    'sent',
  ]);

  await close(customer);
  await eraseMessages(world.deps);
  expect(await world.message(unknown.id)).toMatchObject({ peer: PEER, number: unknown.number, text: '' });
  expect(await world.message(settled.id)).toMatchObject({ peer: ERASED_NUMBER, number: ERASED_NUMBER });
  // Not each minute.
  expect(await isWaiting(customer)).toBe(true);
  await eraseMessages(world.deps);
  expect((await world.message(unknown.id)).peer).toBe(PEER);

  world.clock.passSeconds(2 * 86_400 + 1);
  await world.settleLeftBehind();
  await makeDue();
  await eraseMessages(world.deps);
  expect(await world.message(unknown.id)).toMatchObject({ peer: ERASED_NUMBER, number: ERASED_NUMBER });
  expect(await isWaiting(customer)).toBe(false);
});

test('receipts that nobody knew go with the account whose number they name, and those of others stay', async () => {
  const [customer, other] = [await world.customer('1.00'), await world.customer('1.00')];
  for (const [place, one] of [customer, other].entries()) {
    await world.write(one);
    await world.send();
    await world.receipt(`of-nobody-${place}`, 'delivered', { number: await world.numberOf(one) });
  }
  await close(customer);
  await eraseMessages(world.deps);
  const { rows } = await sql`select number, peer from messages.early_receipt`.execute(database);
  expect(rows).toEqual([{ number: await world.numberOf(other), peer: PEER }]);
});

test('a receipt that a message may still be waiting for stays until that is settled', async () => {
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' });
  await world.write(customer, 'Are you there?');
  await world.send();
  const number = await world.numberOf(customer);
  await sql`insert into messages.early_receipt (bind, carrier_id, peer, number, state, beginning, came_at)
    values ('another', 'awaited', ${PEER}, ${number}, 'enroute', 'Are you there?', now())`.execute(database);
  const left = async () =>
    (await sql`select beginning from messages.early_receipt where number = ${number}`.execute(database)).rows;

  await close(customer);
  await eraseMessages(world.deps);
  expect(await left()).toEqual([{ beginning: null }]);
  world.clock.passSeconds(2 * 86_400 + 1);
  await world.settleLeftBehind();
  await makeDue();
  await eraseMessages(world.deps);
  expect(await left()).toEqual([]);
});

test('a receipt that comes after the numbers are gone still gives back what it says', async () => {
  const customer = await world.customer('1.00');
  await world.write(customer);
  await world.send();
  const { rows } = await sql<{ id: string }>`select carrier_id as id from messages.part
    join messages.message on message.id = message_id where account_id = ${customer.accountId}`.execute(database);
  await close(customer);
  await eraseMessages(world.deps);
  await world.receipt(rows[0]?.id ?? '', 'expired');
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
});
