import { message } from '@farline/contracts';
import { plainResponse, STATUS } from '@farline/smpp';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { json, reset } from '../../gateways/http-messages/testing/stand-in-provider.ts';
import { accepted, scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { receiptOf, textTo, twilioStandIn } from '../../testing/http-provider.ts';
import { testApp } from '../../testing/test-app.ts';

// A carrier by HTTP, through the whole system: what the sender is told and pays, and what the far side took and told.
const acme = await twilioStandIn('acme');
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: acme.setting });
/** Two carriers by HTTP. */
const [first, second] = [await twilioStandIn('first'), await twilioStandIn('second')];
const pair = await testApp({ FARLINE_MESSAGE_CARRIERS: `${first.setting} ${second.setting}` });

/** One by SMPP, which takes binds and messages or not, and one by HTTP after it. */
let takesBinds = true;
let takesMessages = true;
const centre = await scriptedCarrier({
  bindStatus: () => (takesBinds ? STATUS.ESME_ROK : STATUS.ESME_RBINDFAIL),
  answer: () => (takesMessages ? accepted() : plainResponse('submit_sm', STATUS.ESME_RSYSERR)),
});
const spare = await twilioStandIn('spare');
const line = `line=smpp://farline:secret@127.0.0.1:${centre.port}`;
const both = await testApp({ FARLINE_MESSAGE_CARRIERS: `${line} ${spare.setting}` });
afterAll(async () => await centre.close());

/** A line that was lost is tried again after growing pauses. */
const LINE_MS = 60_000;
let numbers = 0;
/** A number that no other test writes to. */
const aPeer = () => `+4477009${String(10_000 + (numbers += 1))}`;

async function write(customer: ApiCustomer, to: string, text = 'Hello') {
  const { body } = await customer.ask('POST', '/messages', { to, text });
  return z.object({ message }).parse(body).message;
}

async function read(customer: ApiCustomer, id: string) {
  const { body } = await customer.ask('GET', `/messages/${id}`);
  return z.object({ message }).parse(body).message;
}

async function sent(customer: ApiCustomer, to = aPeer()) {
  const written = await write(customer, to);
  await expect.poll(async () => (await read(customer, written.id)).status).toBe('sent');
  return written;
}

async function thread(customer: ApiCustomer, peer: string) {
  const { body } = await customer.ask('GET', `/messages/threads/${encodeURIComponent(peer)}/messages`);
  return z.object({ items: z.array(message) }).parse(body).items;
}

async function paid(customer: ApiCustomer): Promise<number> {
  const { body } = await customer.ask('GET', '/billing/usage');
  return Number((2 - z.object({ balance: z.number() }).parse(body).balance).toFixed(6));
}

/** The id that the provider gave to what was written. */
async function idAtProvider(id: string): Promise<string> {
  const { rows } = await sql<{ carrier_id: string }>`select carrier_id from messages.part
    where message_id = ${id}`.execute(app.database);
  return rows[0]?.carrier_id ?? '';
}

test('a broadcast is practice for whoever tries Farline out, and none for whoever a provider carries texts of', async () => {
  const body = { name: 'News', text: 'Hi' };
  for (const [customer, isPractice] of [
    [await activeCustomer(app), false],
    [await apiCustomer(app), true],
  ] as const) {
    expect(await customer.ask('POST', '/messages/broadcasts', body)).toMatchObject({
      body: { broadcast: { isPractice } },
    });
  }
});

test('a message is posted once and charged, and delivered when the provider tells so, however often', async () => {
  const customer = await activeCustomer(app);
  const written = await sent(customer);
  expect(written).toMatchObject({ isPractice: false, segments: 1 });
  const price = Number(written.pricePerSegment?.amount);
  expect(price).toBeGreaterThan(0);
  expect(await paid(customer)).toBe(price);
  expect(acme.takenTo(written.peer).map((form) => form.get('Body'))).toEqual(['Hello']);

  const receipt = receiptOf(written, await idAtProvider(written.id));
  for (const MessageStatus of ['sent', 'delivered', 'delivered', 'undelivered']) {
    expect(await acme.tell(app.origin, { ...receipt, MessageStatus })).toMatchObject({ status: 200, text: '' });
  }
  expect(await read(customer, written.id)).toMatchObject({
    status: 'delivered',
    cost: { amount: written.pricePerSegment?.amount },
  });
  expect(await paid(customer)).toBe(price);
});

test('a long message goes whole, is charged by its segments, and has one receipt for all of them', async () => {
  const customer = await activeCustomer(app);
  const text = 'a'.repeat(400);
  const written = await write(customer, aPeer(), text);
  await expect.poll(async () => (await read(customer, written.id)).status).toBe('sent');
  expect(written.segments).toBe(3);
  expect(acme.takenTo(written.peer).map((form) => form.get('Body'))).toEqual([text]);
  const price = Number((3 * Number(written.pricePerSegment?.amount)).toFixed(6));
  expect(await paid(customer)).toBe(price);
  await acme.tell(app.origin, receiptOf(written, await idAtProvider(written.id)));
  expect(await read(customer, written.id)).toMatchObject({ status: 'delivered' });
  expect(await paid(customer)).toBe(price);
});

test('what the provider never sent is given back once', async () => {
  const customer = await activeCustomer(app);
  const written = await sent(customer);
  const failed = receiptOf(written, await idAtProvider(written.id), 'failed');
  for (const told of [failed, failed]) expect(await acme.tell(app.origin, told)).toMatchObject({ status: 200 });
  expect(await read(customer, written.id)).toMatchObject({ status: 'undelivered', reason: 'refused' });
  expect(await paid(customer)).toBe(0);
});

test('a receipt that comes before the answer counts', async () => {
  const customer = await activeCustomer(app);
  const peer = aPeer();
  acme.answers.push((response, asked) => {
    const number = new URLSearchParams(asked.body).get('From') ?? '';
    void acme
      .tell(app.origin, receiptOf({ number, peer }, 'early-1'))
      .then(() => json(201, { sid: 'early-1', num_segments: '1' })(response, asked));
  });
  const written = await write(customer, peer);
  await expect.poll(async () => (await read(customer, written.id)).status).toBe('delivered');
  expect(await paid(customer)).toBe(Number(written.pricePerSegment?.amount));
});

test('what the provider took before the connection died is not posted again, and a receipt decides', async () => {
  const customer = await activeCustomer(app);
  acme.answers.push(reset);
  const written = await write(customer, aPeer());
  await expect.poll(async () => (await read(customer, written.id)).status).toBe('unknown');
  expect(await read(customer, written.id)).toMatchObject({ reason: 'unanswered', cost: null });

  expect(await acme.tell(app.origin, receiptOf(written, 'never-heard-of'))).toMatchObject({ status: 200 });
  expect(await read(customer, written.id)).toMatchObject({ status: 'delivered' });
  expect(await paid(customer)).toBe(Number(written.pricePerSegment?.amount));
  expect(acme.takenTo(written.peer)).toHaveLength(1);
});

test('a text that comes in twice is one, and a picture is said in a sentence', async () => {
  const customer = await activeCustomer(app);
  const { number } = await sent(customer);
  const peer = aPeer();
  const text = textTo(number, `in-${number}`, { From: peer, Body: 'Grüße 字' });
  for (const told of [text, text]) expect(await acme.tell(app.origin, told)).toMatchObject({ status: 200, text: '' });
  expect((await thread(customer, peer)).map((one) => one.text)).toEqual(['Grüße 字']);

  const picture = textTo(number, `mms-${number}`, {
    From: peer,
    NumMedia: '1',
    MediaUrl0: 'https://example.com/1',
    Body: 'Look',
  });
  for (const told of [picture, picture]) expect(await acme.tell(app.origin, told)).toMatchObject({ status: 200 });
  const texts = (await thread(customer, peer)).map((one) => one.text);
  expect(texts).toEqual([expect.stringContaining('can’t be received'), 'Look', 'Grüße 字']);
});

test('STOP that comes in by HTTP is honoured', async () => {
  const customer = await activeCustomer(app);
  const { number, peer } = await sent(customer);
  await acme.tell(app.origin, textTo(number, `stop-${number}`, { From: peer, Body: 'STOP' }));
  expect(await customer.ask('POST', '/messages', { to: peer, text: 'Hello?' })).toMatchObject({
    status: 409,
    body: { code: 'recipient_opted_out' },
  });
});

test('how the lines stand and what became of messages is shown to whoever runs the service', async () => {
  await sent(await activeCustomer(app));
  const figures = await (await fetch(`${app.origin}/metrics`)).text();
  expect(figures).toContain('farline_message_carrier_bound{carrier="acme"} 1');
  expect(figures).toContain('farline_message_carrier_bound{carrier="sandbox"} 0');
  expect(figures).toMatch(/farline_message_submits_total\{carrier="acme",outcome="accepted"\} [1-9]/);
});

test('while the line by SMPP is down messages go by HTTP, and by SMPP again when it is back', async () => {
  const isBound = async () =>
    (await (await fetch(`${both.origin}/metrics`)).text()).includes('carrier_bound{carrier="line"} 1');
  const customer = await activeCustomer(both);
  const send = async () => {
    const written = await write(customer, aPeer());
    await expect.poll(async () => (await read(customer, written.id)).status).toBe('sent');
    return [centre.submitted().length, spare.asked.length];
  };

  await expect.poll(isBound, { timeout: LINE_MS }).toBe(true);
  expect(await send()).toEqual([1, 0]);
  takesBinds = false;
  centre.last().link.destroy('dies');
  await expect.poll(isBound, { timeout: LINE_MS }).toBe(false);
  expect(await send()).toEqual([1, 1]);
  takesBinds = true;
  await expect.poll(isBound, { timeout: LINE_MS }).toBe(true);
  expect(await send()).toEqual([2, 1]);
});

test('what one carrier refuses is taken by the next one, and what it throttles as well', async () => {
  const customer = await activeCustomer(pair);
  first.answers.push(json(400, { code: 21_612, status: 400 }), json(429, { code: 20_429 }, { 'retry-after': '600' }));
  for (const peer of [aPeer(), aPeer()]) {
    const written = await write(customer, peer);
    await expect.poll(async () => (await read(customer, written.id)).status).toBe('sent');
    expect([first.takenTo(peer).length, second.takenTo(peer).length]).toEqual([1, 1]);
  }
});

test('what a carrier that is bound puts off again and again is taken by the next one, and paid once', async () => {
  const isBound = async () =>
    (await (await fetch(`${both.origin}/metrics`)).text()).includes('carrier_bound{carrier="line"} 1');
  await expect.poll(isBound, { timeout: LINE_MS }).toBe(true);
  const customer = await activeCustomer(both);
  takesMessages = false;
  const peer = aPeer();
  const written = await write(customer, peer);
  await expect.poll(async () => (await read(customer, written.id)).status, { timeout: LINE_MS }).toBe('sent');

  expect(spare.takenTo(peer)).toHaveLength(1);
  expect(await paid(customer)).toBe(Number(written.pricePerSegment?.amount));
  // What it takes nothing for is one recipient.
  expect(await isBound()).toBe(true);
});
