import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { messagesWorld, PEER } from '../../testing/money/messages-world.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

// Each trick is played, and what it wanted does not happen: nothing is sent, held or charged, and nobody else is touched.
const app = await testApp();
const { database } = await testDatabase();
const to = '+447700900123';

async function isUnspent({ ask }: Awaited<ReturnType<typeof apiCustomer>>): Promise<boolean> {
  const { body } = await ask('GET', '/billing/usage');
  return (body as { balance: number }).balance === 2;
}

test.each([
  ['a sender of somebody else', { to, text: 'Hi', from: '+447700900999' }, 403, 'sender_not_allowed'],
  ['a sender made of letters', { to, text: 'Hi', from: 'YourBank' }, 403, 'sender_not_allowed'],
  ['no text', { to, text: '' }, 400, 'invalid_request'],
  ['a text of spaces', { to, text: ' \n ' }, 400, 'invalid_request'],
  ['10,000 characters', { to, text: 'a'.repeat(10_000) }, 400, 'invalid_request'],
  ['more segments than allowed', { to, text: '字'.repeat(1_000) }, 422, 'message_too_long'],
  ['a text with U+0000', { to, text: 'a\0b' }, 400, 'invalid_request'],
  ['an emergency number', { to: '112', defaultCountry: 'GB', text: 'Hi' }, 422, 'number_emergency'],
  ['the echo test', { to: '*43', text: 'Hi' }, 422, 'number_takes_no_messages'],
  ['no number', { to: 'Robert"); drop table', text: 'Hi' }, 422, 'number_not_understood'],
  [
    'a price of a better day',
    { to, text: 'Hi', pricePerSegment: { amount: '0.0001', currency: 'USD' } },
    409,
    'price_changed',
  ],
  [
    'a price in another currency',
    { to, text: 'Hi', pricePerSegment: { amount: '9', currency: 'JPY' } },
    409,
    'price_changed',
  ],
] as const)('%s: refused, and nothing is held', async (_what, body, status, code) => {
  const customer = await apiCustomer(app);
  expect(await customer.ask('POST', '/messages', body)).toMatchObject({ status, body: { code } });
  expect(await isUnspent(customer)).toBe(true);
});

test('messages and threads of somebody else are not there', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const sent = await theirs.ask('POST', '/messages', { to, text: 'A secret' });
  const { message } = sent.body as { message: { id: string } };
  expect(await mine.ask('GET', `/messages/${message.id}`)).toMatchObject({ status: 404 });
  const path = `/messages/threads/${encodeURIComponent(to)}`;
  expect(await mine.ask('GET', `${path}/messages`)).toMatchObject({ body: { items: [] } });
  await mine.ask('PATCH', path, { readUpTo: message.id, isBlocked: true, draft: 'x' });
  expect(await theirs.ask('GET', path)).toMatchObject({ body: { thread: { draft: '', isBlocked: false } } });
  expect((await (await mine.fetch('/messages/export.csv')).text()).includes('secret')).toBe(false);
  expect(await mine.ask('GET', '/messages/threads?q=secret')).toMatchObject({ body: { items: [] } });
});

test('one wish that arrives twice is one message', async () => {
  const customer = await apiCustomer(app);
  const send = async (text: string) =>
    await customer.fetch('/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ to, text }),
    });
  const [one, two] = [await send('Hi'), await send('Hi')];
  expect(await two.json()).toEqual(await one.json());
  expect((await send('Ho')).status).toBe(409);
  expect(await customer.ask('GET', '/messages/threads')).toMatchObject({ body: { items: [{ last: { text: 'Hi' } }] } });
});

test('a price that rises after a message was written is not charged', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await world.write(customer);
  world.price.perSegmentMicros = micros(900_000n);
  await world.send();
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('two accounts that write to one number have a thread each: STOP to one is not STOP to the other', async () => {
  const world = await messagesWorld(database);
  const [one, other] = [await world.customer('1.00'), await world.customer('1.00')];
  await world.receive({ to: await world.numberOf(one), text: 'STOP' });
  await expect(world.write(one)).rejects.toMatchObject({ code: 'recipient_opted_out' });
  expect((await world.write(other)).peer).toBe(PEER);
});

test('codes to dear neighbouring numbers end after five', async () => {
  const world = await messagesWorld(database);
  world.price.perSegmentMicros = micros(80_000n);
  const customer = await world.customer('5.00');
  const code = async (last: number) =>
    await world.write(customer, 'Your code is 123456', { to: `+44770090010${last}` });
  for (const last of [0, 1, 2, 3, 4]) await code(last);
  await expect(code(5)).rejects.toMatchObject({ code: 'codes_stopped' });
  expect((await code(4)).state).toBe('queued');
});

test('twenty in a minute are enough on trial, however many come at once', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('5.00');
  const tries = await Promise.allSettled(Array.from({ length: 25 }, async () => await world.write(customer)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  world.clock.passSeconds(61);
  expect((await world.write(customer)).state).toBe('queued');
});
