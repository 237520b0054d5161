import { message } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { testApp } from '../../testing/test-app.ts';
import { readCsv } from '../../platform/csv.ts';

/** What customers see of their own messages beside the inbox, through the whole system. */
const centre = await sandboxMessages();
const app = await testApp(centre.serverEnv);
type Customer = Awaited<ReturnType<typeof apiCustomer>>;
const PEER = '+447700900123';
const PATH = `/messages/threads/${encodeURIComponent(PEER)}`;

async function sent(customer: Customer, text: string) {
  const { body } = await customer.ask('POST', '/messages', { to: PEER, text });
  const { id } = z.object({ message }).parse(body).message;
  const read = async () => {
    const { body: shown } = await customer.ask('GET', `/messages/${id}`);
    return z.object({ message }).parse(shown).message;
  };
  await expect.poll(async () => (await read()).status).toBe('delivered');
  return await read();
}

test('a message that was sent counts in its month, once', async () => {
  const customer = await apiCustomer(app);
  const sms = async () => (await customer.ask('GET', '/billing/usage')).body;
  expect(await sms()).toMatchObject({ usage: { currentMonth: { sms: 0 } } });
  await sent(customer, 'Hello');
  expect(await sms()).toMatchObject({ usage: { currentMonth: { sms: 1, calls: 0 } } });
});

test('the CSV file names its columns, and no text of it is run as a formula', async () => {
  const customer = await apiCustomer(app);
  const text = '=CONCATENATE("Hello","you")';
  await customer.ask('POST', '/contacts', { name: 'Grace', numbers: [{ number: PEER, label: 'mobile' }] });
  const { id, number, createdAt, cost } = await sent(customer, text);
  const file = await (await customer.fetch('/messages/export.csv')).text();
  const [head, row, end] = file.split('\r\n');
  expect(head).toBe(
    'created,direction,number,peer,contact,text,status,reason,segments,encoding,sent,delivered,price,currency,practice,id',
  );
  expect(row).toContain(`,"'=CONCATENATE(""Hello"",""you"")",`);
  expect(end).toBe('');
  const cells = readCsv(file).records[1]?.cells ?? [];
  expect(cells.slice(0, 10)).toEqual([
    ...[createdAt, 'outbound', number, PEER, 'Grace', text, 'delivered', '', '1', 'gsm-7'],
  ]);
  expect(cells.slice(12)).toEqual([cost?.amount, 'USD', 'true', id]);
});

test('the export of all data has templates, what waits to be sent, and broadcasts', async () => {
  const customer = await apiCustomer(app);
  const sendAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  await customer.ask('POST', '/messages/templates', { name: 'Reminder', text: 'See you on {day}' });
  await customer.ask('POST', '/messages', { to: PEER, text: 'Tomorrow', sendAt });
  await customer.ask('POST', '/messages/broadcasts', { name: 'News', text: 'Dear {name}' });
  expect((await customer.ask('GET', '/settings/export')).body).toMatchObject({
    messageTemplates: [{ name: 'Reminder', text: 'See you on {day}' }],
    scheduledMessages: [{ peer: PEER, text: 'Tomorrow', status: 'scheduled' }],
    broadcasts: [{ name: 'News', text: 'Dear {name}' }],
  });
});

test('a number of another customer is no sender of mine, and nothing is held', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const { body } = await theirs.ask('GET', '/messages/senders');
  const from = z.object({ numbers: z.array(z.string()) }).parse(body).numbers[0];
  expect(from).toMatch(/^\+\d+$/);
  const before = await mine.ask('GET', '/billing/usage');
  expect(await mine.ask('POST', '/messages', { to: PEER, text: 'Hi', from })).toMatchObject({
    status: 403,
    body: { code: 'sender_not_allowed' },
  });
  expect(await mine.ask('GET', '/billing/usage')).toEqual(before);
  expect(await mine.ask('PATCH', PATH, { sender: from })).toMatchObject({ status: 403 });
  expect(await theirs.ask('POST', '/messages', { to: PEER, text: 'Hi', from })).toMatchObject({ status: 201 });
});

test('who is blocked moves to the list of those, and back once they are not', async () => {
  const customer = await apiCustomer(app);
  await sent(customer, 'Hello');
  const peers = async (list: string) => {
    const { body } = await customer.ask('GET', `/messages/threads${list}`);
    return z
      .object({ items: z.array(z.object({ peer: z.string() })) })
      .parse(body)
      .items.map(({ peer }) => peer);
  };
  await customer.ask('PATCH', PATH, { isBlocked: true });
  expect([await peers(''), await peers('?blocked=true')]).toEqual([[], [PEER]]);
  expect(await customer.ask('PATCH', PATH, { isBlocked: false })).toMatchObject({
    body: { thread: { isBlocked: false, last: { text: 'Hello' } } },
  });
  expect([await peers(''), await peers('?blocked=true')]).toEqual([[PEER], []]);
});
