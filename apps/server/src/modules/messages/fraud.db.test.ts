import { message, micros, usageReply } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anEd25519Pair, signedByEd25519, signedForm } from '../../gateways/http-messages/testing/sign-webhook.ts';
import { abandonKeys } from '../../testing/abandon-keys.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { newId } from '../../platform/ids.ts';
import { receiptOf, textTo, twilioStandIn } from '../../testing/http-provider.ts';
import { messagesWorld, PEER } from '../../testing/money/messages-world.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

// The gate against fraud by messages: each trick is played, and what it wanted does not happen: nothing is sent, held or charged, and
// nobody else is touched. Whatever lets a customer or a carrier say something new about a message adds one here, as calls have theirs in
// `apps/server/tests/fraud-gate.voice.test.ts`. Nothing takes what is accepted here, so it stays held.
const app = await testApp();
const { database } = await testDatabase();
const to = '+447700900123';

/** What somebody has, what of that is held, and how many messages of theirs are written down. */
async function accountState({ ask, accountId }: Awaited<ReturnType<typeof apiCustomer>>) {
  const { body } = await ask('GET', '/billing/usage');
  const { available, held } = usageReply.parse(body).wallet;
  const { rows } = await sql`select from messages.message where account_id = ${accountId}`.execute(app.database);
  return { available: available.amount, held: held.amount, written: rows.length };
}
const UNTOUCHED = { available: '2.0000', held: '0.0000', written: 0 };

test('a message that is accepted is seen in what is held: one that a refusal left behind would be', async () => {
  const customer = await apiCustomer(app);
  expect(await accountState(customer)).toEqual(UNTOUCHED);
  expect(await customer.ask('POST', '/messages', { to, text: 'Hi' })).toMatchObject({ status: 201 });
  const after = await accountState(customer);
  expect(after.written).toBe(1);
  expect(Number(after.held)).toBeGreaterThan(0);
  expect(Number(after.available) + Number(after.held)).toBeCloseTo(2, 6);
});

test.each([
  ['a sender that is a number of nobody here', { to, text: 'Hi', from: '+447700900999' }, 403, 'sender_not_allowed'],
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
  expect(await accountState(customer)).toEqual(UNTOUCHED);
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

test('one request that arrives twice is one message', async () => {
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

test('the same key again after a crash is no second message and no second charge, and with another text nothing', async () => {
  const customer = await apiCustomer(app);
  const first = await customer.ask('POST', '/messages', { to, text: 'Hi' }, 'crashed');
  expect(first.status).toBe(201);
  const wallet = async () => (await customer.ask('GET', '/billing/usage')).body;
  const before = await wallet();

  for (let times = 0; times < 3; times += 1) {
    await abandonKeys(app.database, customer.userId);
    expect(await customer.ask('POST', '/messages', { to, text: 'Ho' }, 'crashed')).toMatchObject({ status: 409 });
    const again = await Promise.all(
      Array.from({ length: 5 }, async () => await customer.ask('POST', '/messages', { to, text: 'Hi' }, 'crashed')),
    );
    expect(again.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const written = again.flatMap(({ status, body }) => (status === 201 ? idIn(body) : []));
    expect(new Set(written)).toEqual(new Set([idIn(first.body)]));
  }
  const path = `/messages/threads/${encodeURIComponent(to)}/messages`;
  expect((await customer.ask('GET', path)).body).toMatchObject({ items: [{ id: idIn(first.body) }] });
  expect(await wallet()).toEqual(before);
  // Nor does the key of somebody else give their message away.
  const other = await apiCustomer(app);
  const own = await other.ask('POST', '/messages', { to, text: 'Hi' }, 'crashed');
  expect(idIn(own.body)).not.toBe(idIn(first.body));
});

const idIn = (body: unknown) => (body as { message: { id: string } }).message.id;

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

test.each([
  ['Cyrillic letters', '\u0405\u0422\u041e\u0420'],
  ['full-width letters', '\uff33\uff34\uff2f\uff30'],
  ['signs that nobody sees', 'S\u200bT\u2060O\u00adP'],
])('STOP in %s is STOP: nobody writes there on the ground that it was another word', async (_how, text) => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await world.receive({ to: await world.numberOf(customer), text });
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'recipient_opted_out' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
});

test('codes to expensive neighbouring numbers end after five', async () => {
  const world = await messagesWorld(database);
  world.price.perSegmentMicros = micros(80_000n);
  const customer = await world.customer('5.00');
  const code = async (last: number) =>
    await world.write(customer, 'Your code is 123456', { to: `+44770090010${last}` });
  for (const last of [0, 1, 2, 3, 4]) await code(last);
  await expect(code(5)).rejects.toMatchObject({ code: 'codes_stopped' });
  expect((await code(4)).state).toBe('queued');
});

test('a code that stands in no text counts as one: expensive neighbouring numbers are sent five', async () => {
  const world = await messagesWorld(database);
  world.price.perSegmentMicros = micros(80_000n);
  const customer = await world.customer('5.00');
  const code = async (last: number) =>
    await world.write(customer, 'Farline code: ******.', { to: `+44770090020${last}`, codeOf: newId() });
  for (const last of [0, 1, 2, 3, 4]) await code(last);
  await expect(code(5)).rejects.toMatchObject({ code: 'codes_stopped' });
});

test('twenty in a minute are enough on trial, however many come at once', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('5.00');
  const tries = await Promise.allSettled(Array.from({ length: 25 }, async () => await world.write(customer)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  world.clock.passSeconds(61);
  expect((await world.write(customer)).state).toBe('queued');
});

describe('what strangers and other carriers tell by webhooks', async () => {
  const [acme, other] = [await twilioStandIn('acme'), await twilioStandIn('other')];
  const pair = anEd25519Pair();
  const telnyx = `telnyx=telnyx+http://:key@127.0.0.1:9?webhook_key=${encodeURIComponent(pair.publicKey)}`;
  const real = await testApp({ FARLINE_MESSAGE_CARRIERS: `${acme.setting} ${other.setting} ${telnyx}` });
  const post = async (carrier: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
    await fetch(`${real.origin}/api/v1/webhooks/messages/${carrier}`, { method: 'POST', headers, body });
  type Sent = { number: string; peer: string };
  const failed = (sent: Sent, id: string) => receiptOf(sent, id, 'failed');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test.each<[string, (sent: Sent, id: string) => Promise<{ status: number }>, number]>([
    [
      'without a signature',
      async (sent, id) => await post('acme', { headers: form, body: new URLSearchParams(failed(sent, id)).toString() }),
      401,
    ],
    [
      'with a signature by another key',
      async (sent, id) => await acme.tell(real.origin, failed(sent, id), { token: 'guessed' }),
      401,
    ],
    [
      'with a signature of no key',
      async (sent, id) => await acme.tell(real.origin, failed(sent, id), { token: '' }),
      401,
    ],
    [
      "signed for another carrier's address",
      async (sent, id) => await acme.tell(real.origin, failed(sent, id), { url: other.url }),
      401,
    ],
    ['by another carrier at its own address', async (sent, id) => await other.tell(real.origin, failed(sent, id)), 200],
    [
      "by another carrier's key",
      async (sent, id) => await acme.tell(real.origin, failed(sent, id), { token: other.token }),
      401,
    ],
    ['of an id that nobody knows', async (sent) => await acme.tell(real.origin, failed(sent, 'acme-0')), 200],
    ['of the id with a letter more', async (sent, id) => await acme.tell(real.origin, failed(sent, `${id}x`)), 200],
    [
      'that is signed, with another body',
      async (sent, id) => {
        const signed = signedForm(acme.url, receiptOf(sent, id, 'sent'), acme.token);
        return await post('acme', { ...signed, body: new URLSearchParams(failed(sent, id)).toString() });
      },
      401,
    ],
    [
      'that is too long',
      async () => await post('acme', { headers: form, body: `MessageSid=${'1'.repeat(70_000)}` }),
      413,
    ],
    [
      'for a carrier that nobody named',
      async (sent, id) => await post('nobody', signedForm(acme.url, failed(sent, id), acme.token)),
      404,
    ],
    [
      'for the sandbox',
      async (sent, id) => await post('sandbox', signedForm(acme.url, failed(sent, id), acme.token)),
      404,
    ],
  ])('a receipt %s gives nothing back', async (_trick, play, status) => {
    const customer = await activeCustomer(real);
    const { body } = await customer.ask('POST', '/messages', { to, text: 'Hi' });
    const written = z.object({ message }).parse(body).message;
    const read = async () =>
      z.object({ message }).parse((await customer.ask('GET', `/messages/${written.id}`)).body).message;
    await expect.poll(async () => (await read()).status).toBe('sent');
    const before = await customer.ask('GET', '/billing/usage');
    const rank = acme.asked.findIndex((asked) => new URLSearchParams(asked.body).get('From') === written.number) + 1;

    expect((await play(written, `acme-${rank}`)).status).toBe(status);
    expect(await read()).toMatchObject({ status: 'sent', cost: written.pricePerSegment });
    expect(await customer.ask('GET', '/billing/usage')).toEqual(before);
    // The very receipt that was forged, when the carrier tells it.
    expect(await acme.tell(real.origin, failed(written, `acme-${rank}`))).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 'undelivered', cost: { amount: '0.0000' } });
  });

  test('a text that was overheard is not heard again after five minutes, nor with another signature', async () => {
    const customer = await activeCustomer(real);
    const { body } = await customer.ask('POST', '/messages', { to, text: 'Hi' });
    const { number } = z.object({ message }).parse(body).message;
    const from = '+447700900655';
    const payload = {
      id: 'overheard',
      text: 'Hello there',
      from: { phone_number: from },
      to: [{ phone_number: number }],
      media: [],
    };
    const told = { data: { event_type: 'message.received', payload } };
    const now = new Date();
    const old = signedByEd25519(told, pair, new Date(now.getTime() - 301_000));
    const forged = signedByEd25519(told, anEd25519Pair(), now);
    expect([await post('telnyx', old), await post('telnyx', forged)].map(({ status }) => status)).toEqual([401, 401]);
    expect((await acme.tell(real.origin, textTo(number, 'forged', { From: from }), { token: '' })).status).toBe(401);
    const threads = async () => await customer.ask('GET', `/messages/threads/${encodeURIComponent(from)}/messages`);
    expect(await threads()).toMatchObject({ body: { items: [] } });

    expect((await post('telnyx', signedByEd25519(told, pair, now))).status).toBe(200);
    expect(await threads()).toMatchObject({ body: { items: [{ text: 'Hello there' }] } });
  });
});
