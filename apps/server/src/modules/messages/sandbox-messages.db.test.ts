import { message } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { testApp } from '../../testing/test-app.ts';

/** Each of the sandbox's numbers, through the whole system: what the sender is told, what it costs, and what the far side took. */

const centre = await sandboxMessages();
const app = await testApp(centre.serverEnv);
type Customer = Awaited<ReturnType<typeof apiCustomer>>;

async function write(customer: Customer, to: string, text = 'Hello') {
  const { body } = await customer.ask('POST', '/messages', { to, text });
  return z.object({ message }).parse(body).message;
}

async function read(customer: Customer, id: string) {
  const { body } = await customer.ask('GET', `/messages/${id}`);
  return z.object({ message }).parse(body).message;
}

async function thread(customer: Customer, peer: string) {
  const { body } = await customer.ask('GET', `/messages/threads/${encodeURIComponent(peer)}/messages`);
  return z.object({ items: z.array(message) }).parse(body).items;
}

/** What the customer paid, and how many parts the far side took of this number of theirs. */
async function sums(customer: Customer, sent: { number: string; peer: string }) {
  const { body } = await customer.ask('GET', '/billing/usage');
  const { balance } = z.object({ balance: z.number() }).parse(body);
  const { messages } = await centre.taken(sent.peer);
  return { paid: Number((2 - balance).toFixed(6)), taken: messages.filter(({ from }) => from === sent.number).length };
}

describe("the sandbox's numbers", () => {
  test.each([
    ['+447700900123', 'delivered', null, 1],
    ['+447700900001', 'undelivered', 'undeliverable', 1],
    ['+447700900003', 'delivered', null, 1],
    ['+447700900004', 'failed', 'refused', 0],
    ['+447700900005', 'delivered', null, 1],
    ['+447700900006', 'delivered', null, 1],
  ] as const)('%s: %s, and paid for what was taken', async (to, status, reason, taken) => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, to);
    expect(sent).toMatchObject({ status: 'queued', isPractice: true, cost: null });
    await expect.poll(async () => (await read(customer, sent.id)).status).toBe(status);
    expect(await read(customer, sent.id)).toMatchObject({ reason });
    const price = Number(sent.pricePerSegment?.amount);
    expect(price).toBeGreaterThan(0);
    expect(await sums(customer, sent)).toEqual({ paid: Number((price * taken).toFixed(6)), taken });
  });

  test('+447700900002: sent, and nothing more is heard', async () => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, '+447700900002');
    await expect.poll(async () => (await read(customer, sent.id)).status).toBe('sent');
    expect((await sums(customer, sent)).taken).toBe(1);
  });

  test('+447700900007 answers, and the answer is in its thread, unread', async () => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, '+447700900007');
    await expect.poll(async () => (await thread(customer, sent.peer)).length).toBe(2);
    expect((await thread(customer, sent.peer))[0]).toMatchObject({
      direction: 'inbound',
      status: 'received',
      cost: null,
    });
    expect(await customer.ask('GET', '/messages/threads')).toMatchObject({
      body: { unread: 1, items: [{ unread: 1 }] },
    });
    await expect
      .poll(async () => (await customer.ask('GET', '/notices')).body)
      .toMatchObject({ items: [{ kind: 'message_received' }] });
    const [answer] = await thread(customer, sent.peer);
    await customer.ask('PATCH', `/messages/threads/${encodeURIComponent(sent.peer)}`, { readUpTo: answer?.id });
    expect(await customer.ask('GET', '/messages/threads')).toMatchObject({ body: { unread: 0 } });
    await expect
      .poll(async () => (await customer.ask('GET', '/notices')).body)
      .toMatchObject({ unread: 0, items: [{ kind: 'message_received', readAt: expect.any(String) }] });
  });

  test('a thread is told as read once for what was unread in it, however often pages say so', async () => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, '+447700900007');
    await expect.poll(async () => (await thread(customer, sent.peer)).length).toBe(2);
    const [answer] = await thread(customer, sent.peer);
    const path = `/messages/threads/${encodeURIComponent(sent.peer)}`;
    const timesRead = async () =>
      (
        await sql`select 1 from platform.event where type = 'thread.read' and account_id = ${customer.accountId}`.execute(
          app.database,
        )
      ).rows.length;
    await customer.ask('PATCH', path, { readUpTo: sent.id });
    expect(await timesRead()).toBe(0);
    const readAll = async () => await customer.ask('PATCH', path, { readUpTo: answer?.id });
    for (const { status } of await Promise.all([readAll(), readAll(), readAll()])) expect(status).toBe(200);
    expect(await timesRead()).toBe(1);
    await readAll();
    expect(await timesRead()).toBe(1);
  });

  test('+447700900008 answers in four parts in wrong order: one message', async () => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, '+447700900008');
    await expect.poll(async () => (await thread(customer, sent.peer)).length).toBe(2);
    const [answer] = await thread(customer, sent.peer);
    expect(answer?.segments).toBe(4);
  });

  test('+447700900009 answers STOP: it is answered once, and nobody writes there again', async () => {
    const customer = await apiCustomer(app);
    const sent = await write(customer, '+447700900009');
    await expect.poll(async () => (await thread(customer, sent.peer)).length).toBe(3);
    expect(await customer.ask('POST', '/messages', { to: sent.peer, text: 'Hello?' })).toMatchObject({
      status: 409,
      body: { code: 'recipient_opted_out' },
    });
    const texts = (await thread(customer, sent.peer)).map(({ direction, text }) => `${direction} ${text}`);
    expect(texts).toEqual([expect.stringMatching(/^outbound .*START/), 'inbound STOP', 'outbound Hello']);
  });

  test('a long text in two alphabets arrives whole, and each part is paid', async () => {
    const customer = await apiCustomer(app);
    const text = '¿Qué tal? 字 👩‍👩‍👧 '.repeat(20);
    const sent = await write(customer, '+447700900200', text);
    expect(sent).toMatchObject({ encoding: 'ucs-2' });
    await expect.poll(async () => (await read(customer, sent.id)).status).toBe('delivered');
    const { messages } = await centre.taken('+447700900200');
    expect(messages).toHaveLength(sent.segments);
    expect(messages.map((part) => part.text).join('')).toBe(text);
  });

  test('a picture message is said in a sentence, and a text from a stranger opens a thread', async () => {
    const customer = await apiCustomer(app);
    const { number: to } = await write(customer, '+447700900123');
    await centre.write({ to, from: '+447700900301', kind: 'mms' });
    await centre.write({ to, from: '+447700900302', text: 'Grüße' });
    await expect.poll(async () => (await thread(customer, '+447700900302'))[0]?.text).toBe('Grüße');
    await expect.poll(async () => (await thread(customer, '+447700900301'))[0]?.text).toContain('can’t be received');
  });
});
