import type { ScheduledMessage } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';

const app = await testApp();
const to = '+447700900123';
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString();

async function scheduleOne(customer: Awaited<ReturnType<typeof apiCustomer>>): Promise<ScheduledMessage> {
  const { status, body } = await customer.ask('POST', '/messages', { to, text: 'A secret', sendAt: tomorrow() });
  expect(status).toBe(201);
  return (body as { scheduled: ScheduledMessage }).scheduled;
}

test('a message with a time waits in its thread until it is changed or cancelled', async () => {
  const customer = await apiCustomer(app);
  const { id } = await scheduleOne(customer);
  const path = `/messages/threads/${encodeURIComponent(to)}`;
  expect(await customer.ask('GET', '/messages/threads')).toMatchObject({
    body: { items: [{ peer: to, scheduled: 1, last: null }] },
  });
  expect(await customer.ask('GET', path)).toMatchObject({ body: { thread: { scheduled: 1 } } });
  expect(await customer.ask('PATCH', `/messages/scheduled/${id}`, { text: 'Another' })).toMatchObject({ status: 200 });
  expect(await customer.ask('GET', `/messages/scheduled?peer=${encodeURIComponent(to)}`)).toMatchObject({
    body: { items: [{ id, text: 'Another', status: 'scheduled' }] },
  });
  expect(await customer.ask('DELETE', `/messages/scheduled/${id}`)).toMatchObject({ status: 200 });
  expect(await customer.ask('GET', '/messages/threads')).toMatchObject({ body: { items: [] } });
});

test('what waits from a number that was given back is given another one of the account, and no one else’s', async () => {
  const [customer, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const { id, number } = await scheduleOne(customer);
  const another = `+9990${number.slice(-8).split('').toReversed().join('')}`;
  await sql`with given_back as (delete from numbers.number where e164 = ${number})
    insert into numbers.number (e164, account_id, kind, created_at) values (${another}, ${customer.accountId}, 'sandbox', now())`.execute(
    app.database,
  );
  const path = `/messages/scheduled/${id}`;
  const refused = { status: 403, body: { code: 'sender_not_allowed' } };
  expect(await customer.ask('PATCH', path, { text: 'Another text' })).toMatchObject(refused);
  const { number: others } = await scheduleOne(theirs);
  expect(await customer.ask('PATCH', path, { from: others })).toMatchObject(refused);
  expect(await customer.ask('PATCH', path, { from: another })).toMatchObject({
    body: { scheduled: { number: another, text: 'A secret', status: 'scheduled' } },
  });
  expect(await customer.ask('GET', path)).toMatchObject({ body: { scheduled: { number: another } } });
});

test('what somebody else has scheduled is not there', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const { id } = await scheduleOne(theirs);
  for (const [method, body] of [['GET'], ['PATCH', { text: 'Mine' }], ['DELETE']] as const) {
    expect(await mine.ask(method, `/messages/scheduled/${id}`, body)).toMatchObject({ status: 404 });
  }
  expect(await mine.ask('GET', '/messages/scheduled')).toMatchObject({ body: { items: [] } });
  expect(await theirs.ask('GET', `/messages/scheduled/${id}`)).toMatchObject({
    body: { scheduled: { text: 'A secret', status: 'scheduled' } },
  });
});

test.each([
  ['no time', 'soon'],
  ['a time without a place', '2027-03-29T09:00'],
  ['a place that is none', { local: '2027-03-29T09:00', timeZone: 'Middle/Earth' }],
  ['a day that is none', { local: '2027-02-30T09:00', timeZone: 'Europe/London' }],
])('%s is refused, and nothing waits', async (_what, sendAt) => {
  const customer = await apiCustomer(app);
  expect(await customer.ask('POST', '/messages', { to, text: 'Hi', sendAt })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  expect(await customer.ask('GET', '/messages/scheduled')).toMatchObject({ body: { items: [] } });
});

test('the same request that arrives twice waits once', async () => {
  const customer = await apiCustomer(app);
  const body = JSON.stringify({ to, text: 'Hi', sendAt: tomorrow() });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
  for (const _ of [1, 2]) await customer.fetch('/messages', { method: 'POST', headers, body });
  const { body: list } = await customer.ask('GET', '/messages/scheduled');
  expect((list as { items: unknown[] }).items).toHaveLength(1);
});
