import { overviewReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publish } from '../platform/events.ts';
import { newId } from '../platform/ids.ts';
import { apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const { origin, database } = app;

test('the overview says what each route says of itself', async () => {
  const ada = await apiCustomer(app, { dollars: 7 });
  const asked = { numbers: [{ number: '+447700900123' }] };
  expect((await ada.ask('POST', '/contacts', { name: 'Grace', ...asked })).status).toBe(201);
  const { status, body } = await ada.ask('GET', '/overview');
  expect(status).toBe(200);
  const { user, position, ...parts } = overviewReply.parse(body);
  const alone = async (path: string) => (await ada.ask('GET', path)).body;
  expect(position).toBeGreaterThanOrEqual(0);
  expect({ user }).toEqual(await alone('/auth/profile'));
  expect(parts).toEqual({
    usage: await alone('/billing/usage'),
    stats: { ...((await alone('/calls/stats?period=month')) as object), to: parts.stats?.to },
    recentCalls: await alone('/calls/history?page=1&limit=5'),
    activeCall: await alone('/calls/active'),
    contactNames: await alone('/contacts/names'),
    threads: await alone('/messages/threads?limit=1'),
    notices: await alone('/notices'),
  });
  expect(parts.usage?.wallet.balance.amount).toBe('7.0000');
  expect(parts.contactNames?.names.map(({ name }) => name)).toEqual(['Grace']);
});

test('nobody sees the overview of another, and a visitor none', async () => {
  const [ada, bob] = [await apiCustomer(app), await apiCustomer(app)];
  await ada.ask('POST', '/contacts', { name: 'Grace', numbers: [{ number: '+447700900123' }] });
  const { body } = await bob.ask('GET', '/overview');
  expect(overviewReply.parse(body)).toMatchObject({ user: { id: bob.userId }, contactNames: { names: [] } });
  expect((await fetch(`${origin}/api/v1/overview`)).status).toBe(401);
});

test('more names than a first view should wait for are asked for beside it', async () => {
  const ada = await apiCustomer(app);
  const vcards = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const number = `+4477009${String(from + index).padStart(5, '0')}`;
      return `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person ${from + index}\r\nTEL:${number}\r\nEND:VCARD\r\n`;
    }).join('');
  const take = async (from: number, count: number) => {
    const form = new FormData();
    form.append('file', new Blob([vcards(from, count)], { type: 'text/vcard' }), 'people.vcf');
    expect(await ada.ask('POST', '/contacts/import', form)).toMatchObject({ status: 200, body: { added: count } });
  };
  const overview = async () => overviewReply.parse((await ada.ask('GET', '/overview')).body);
  await take(0, 500);
  expect((await overview()).contactNames?.names).toHaveLength(500);
  await take(500, 1);
  expect(await overview()).not.toHaveProperty('contactNames');
});

test('what happens after the overview was read is told from its position on', async () => {
  const ada = await apiCustomer(app);
  const { position } = overviewReply.parse((await ada.ask('GET', '/overview')).body);
  await publish(database, { type: 'contacts.changed', accountId: ada.accountId, subjectId: newId() });
  const told = async () => {
    const { rows } = await sql<{ position: bigint | null }>`
      select position from platform.event
      where account_id = ${ada.accountId} and type = 'contacts.changed' order by occurred_at desc limit 1`.execute(
      database,
    );
    return Number(rows[0]?.position ?? 0);
  };
  await expect.poll(told).toBeGreaterThan(position);
});
