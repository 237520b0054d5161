import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { inTransaction } from '../../platform/database.ts';
import { eraseMessages } from './erase-messages.ts';
import { askErasure } from './inbox/erasures-store.ts';

const app = await testApp();
const PEER = '+447700900123';
const PATH = `/messages/threads/${encodeURIComponent(PEER)}`;

test('a note of a person is kept with them, found by its words, and in the export of all data', async () => {
  const customer = await apiCustomer(app);
  const kept = await customer.ask('PATCH', PATH, { note: '  Prefers mornings.\nHas a dog.  ' });
  expect(kept).toMatchObject({ status: 200, body: { thread: { note: 'Prefers mornings.\nHas a dog.' } } });
  await customer.ask('PATCH', PATH, { draft: 'Hello' });
  await customer.ask('PATCH', PATH, { isBlocked: false });

  expect(await customer.ask('GET', PATH)).toMatchObject({
    body: { thread: { note: 'Prefers mornings.\nHas a dog.' } },
  });
  expect(await customer.ask('GET', '/messages/threads?q=a%20DOG')).toMatchObject({ body: { items: [{ peer: PEER }] } });
  expect(await customer.ask('GET', '/messages/threads?q=cat')).toMatchObject({ body: { items: [] } });
  const { body } = await customer.ask('GET', '/messages/senders');
  const [sender] = (body as { numbers: string[] }).numbers;
  await customer.ask('PATCH', PATH, { sender });
  expect((await customer.ask('GET', '/settings/export')).body).toMatchObject({
    conversations: [{ peer: PEER, sender, note: 'Prefers mornings.\nHas a dog.', draft: 'Hello', isBlocked: false }],
  });
});

test('a thread is found by the number as it is typed at home', async () => {
  const customer = await apiCustomer(app);
  const peer = '+79161234567';
  await customer.ask('PATCH', `/messages/threads/${encodeURIComponent(peer)}`, { note: 'Grandma' });
  const found = async (query: string) => await customer.ask('GET', `/messages/threads?q=8%20916%20123-45-67${query}`);
  expect(await found('&defaultCountry=ru')).toMatchObject({ body: { items: [{ peer }] } });
  expect(await found('&defaultCountry=gb')).toMatchObject({ body: { items: [] } });
});

test('nobody else sees it, it has at most 2,000 characters, and an empty one is none', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  await mine.ask('PATCH', PATH, { note: 'x'.repeat(2_000) });
  expect(await mine.ask('PATCH', PATH, { note: 'x'.repeat(2_001) })).toMatchObject({ status: 400 });
  expect(await mine.ask('PATCH', PATH, { note: 'a\0b' })).toMatchObject({ status: 400 });
  expect(await theirs.ask('GET', PATH)).toMatchObject({ body: { thread: { note: '' } } });
  expect(await theirs.ask('GET', '/messages/threads?q=xxx')).toMatchObject({ body: { items: [] } });

  await mine.ask('PATCH', PATH, { note: '' });
  expect(await mine.ask('GET', '/messages/threads')).toMatchObject({ body: { items: [] } });
});

test('somebody who was never written with can be noted five hundred times a day, and who is in the inbox at any time', async () => {
  const customer = await apiCustomer(app);
  await customer.ask('PATCH', PATH, { note: 'Prefers mornings.' });
  await sql`update platform.rate_limit set taken = 499 where key like ${`%${customer.accountId}`}`.execute(
    app.database,
  );
  const noteOf = async (peer: string) =>
    await customer.ask('PATCH', `/messages/threads/${encodeURIComponent(peer)}`, { note: 'New' });

  expect(await noteOf('+447700900124')).toMatchObject({ status: 200 });
  expect(await noteOf('+447700900125')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(await noteOf(PEER)).toMatchObject({ status: 200 });
  expect(await customer.ask('GET', '/messages/threads')).toMatchObject({ body: { items: [{}, {}] } });
  const stranger = `/messages/threads/${encodeURIComponent('+447700900126')}`;
  expect(await customer.ask('PATCH', stranger, { isBlocked: true })).toMatchObject({ status: 200 });
});

test('who closes the account takes it along', async () => {
  const customer = await apiCustomer(app);
  await customer.ask('PATCH', PATH, { note: 'Prefers mornings.' });
  await inTransaction(app.database, async (tx) => await askErasure(tx, [customer.accountId]));
  await eraseMessages(app);
  expect(await customer.ask('GET', PATH)).toMatchObject({ body: { thread: { note: '' } } });
});
