import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Payment } from './payment.ts';
import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';

const KEY = 'the key of a test shop';
const SECRET = 'the secret of a test shop';

type Told = { type: string; id: string; payment: Payment };

/** A shop that hears webhooks, and checks each signature as any shop would. `refusals` are answered with 500 first. */
async function aShop(refusals = 0) {
  const told: Told[] = [];
  const ids: string[] = [];
  let toRefuse = refusals;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['sandbox-signature'])) ?? [];
      const isSigned = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex') === v1;
      const event = JSON.parse(body) as Told;
      ids.push(event.id);
      if (toRefuse-- > 0) return void response.writeHead(500).end();
      if (isSigned) told.push(event);
      response.writeHead(isSigned ? 200 : 401).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, ids };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-payments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function aProvider(given: { webhookUrl?: string; folder?: string; env?: Record<string, string> } = {}) {
  const settings = readSettings({
    FARLINE_SANDBOX_PAYMENTS_PORT: '0',
    FARLINE_SANDBOX_PAYMENTS_PUBLIC_URL: 'http://pay.test',
    FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
    FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL: given.webhookUrl ?? '',
    FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: SECRET,
    FARLINE_SANDBOX_PAYMENTS_LATE_MS: '50',
    FARLINE_SANDBOX_PAYMENTS_RETRY_MS: '10',
    FARLINE_DATA_DIR: given.folder ?? aFolder(),
    ...given.env,
  });
  const log: string[] = [];
  const provider = await startProvider(settings, (sentence) => log.push(sentence));
  let isOpen = true;
  const close = async () => {
    if (isOpen) await provider.close();
    isOpen = false;
  };
  onTestFinished(close);
  const origin = `http://127.0.0.1:${provider.port}`;
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Payment & { pageUrl: string; code: string } };
  };
  let keys = 0;
  const open = async (more: Record<string, unknown> = {}, key = `key-${++keys}`) =>
    await ask(
      'POST',
      '/payments',
      { amountCents: 2500, currency: 'USD', reference: key, returnUrl: 'http://shop.test/back?a=1', ...more },
      { 'idempotency-key': key },
    );
  const submit = async ({ id }: { id: string }, form: Record<string, string>) =>
    await fetch(`${origin}/pay/${id}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const payByCard = async (payment: { id: string }, number: string, more: Record<string, string> = {}) =>
    await submit(payment, { do: 'pay', number, expires: '12/99', code: '123', ...more });
  const state = async ({ id }: { id: string }) => (await ask('GET', `/payments/${id}`)).body;
  const pageAt = async ({ headers }: Response) => await (await fetch(`${origin}${headers.get('location')}`)).text();
  return { origin, ask, open, submit, payByCard, pageAt, state, close, log, journalPath: settings.journalPath };
}

test('a payment by a card that succeeds is told once, signed, and its payer goes back to the shop', async () => {
  const shop = await aShop();
  const provider = await aProvider({ webhookUrl: shop.url });
  const { body: payment } = await provider.open();
  expect(payment).toMatchObject({ state: 'open', pageUrl: `http://pay.test/pay/${payment.id}` });

  const answer = await provider.payByCard(payment, '4242 4242 4242 4242');

  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('http://shop.test/back?a=1');
  await expect.poll(() => shop.told.map(({ type }) => type)).toEqual(['payment.succeeded']);
  expect(shop.told[0]?.payment).toMatchObject({ id: payment.id, state: 'succeeded', card: { lastFour: '4242' } });
  expect((await provider.payByCard(payment, '4242424242424242')).status).toBe(303);
  expect(shop.told).toHaveLength(1);
});

test('a refused card takes nothing, and another may follow', async () => {
  const provider = await aProvider();
  const { body: payment } = await provider.open();

  const refused = await provider.payByCard(payment, '4000000000000002');
  expect(refused.headers.get('location')).toBe(`/pay/${payment.id}`);
  expect(await provider.pageAt(refused)).toContain('The card was declined. Nothing was taken.');
  expect(await provider.state(payment)).toMatchObject({ state: 'open', decline: 'card_declined' });
  await provider.payByCard(payment, '5555555555554444');

  expect(await provider.state(payment)).toMatchObject({ state: 'succeeded', decline: null });
});

test.each([
  ['confirm', 'succeeded'],
  ['refuse', 'failed'],
])('a card that needs confirmation: %s, and the payment has %s', async (answer, state) => {
  const provider = await aProvider();
  const { body: payment } = await provider.open();
  const asked = await provider.payByCard(payment, '4000002500003155');
  expect(asked.headers.get('location')).toBe(`/pay/${payment.id}`);
  expect(await (await fetch(`${provider.origin}/pay/${payment.id}`)).text()).toContain('Your bank asks');

  await provider.submit(payment, { do: answer });

  expect(await provider.state(payment)).toMatchObject({ state });
});

test('a late payment is under way first, and succeeds by itself', async () => {
  const shop = await aShop();
  const provider = await aProvider({ webhookUrl: shop.url });
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4000000000000077');

  await expect.poll(() => shop.told.map(({ type }) => type)).toEqual(['payment.processing', 'payment.succeeded']);
  expect(await provider.state(payment)).toMatchObject({ state: 'succeeded' });
});

test('a disputed payment succeeds, and is told to be taken back', async () => {
  const shop = await aShop();
  const provider = await aProvider({ webhookUrl: shop.url });
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4000000000000259');

  await expect
    .poll(() => shop.told.map(({ type }) => type).toSorted())
    .toEqual(['payment.disputed', 'payment.succeeded']);
});

test('the same key gives the same payment, and is refused for another', async () => {
  const provider = await aProvider();
  const first = await provider.open({ reference: 'one' }, 'same');
  const again = await provider.open({ reference: 'one' }, 'same');
  const other = await provider.open({ reference: 'two' }, 'same');

  expect(again).toEqual(first);
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});

test('a kept card pays the next time without its page, for its own customer alone', async () => {
  const provider = await aProvider();
  const { body: first } = await provider.open({ customer: 'ada' });
  await provider.payByCard(first, '4242424242424242', { keep: 'yes' });
  const { method } = await provider.state(first);

  const own = await provider.open({ customer: 'ada', method });
  const foreign = await provider.open({ customer: 'eve', method });

  expect(own.body).toMatchObject({ state: 'succeeded', card: { brand: 'Visa', lastFour: '4242' } });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'method_not_found' } });
  expect(await provider.ask('DELETE', `/methods/${method}`)).toMatchObject({ status: 200 });
  expect((await provider.open({ customer: 'ada', method })).status).toBe(404);
});

test('no more is given back than was paid', async () => {
  const provider = await aProvider();
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4242424242424242');
  const refund = async (amountCents: number, key: string) =>
    await provider.ask(
      'POST',
      `/payments/${payment.id}/refunds`,
      { amountCents, reference: key },
      { 'idempotency-key': key },
    );
  const refunds = (...given: number[]) => ({ refunds: given.map((amountCents) => ({ amountCents })) });

  expect(await refund(2000, 'a')).toMatchObject({ status: 201, body: refunds(2000) });
  expect(await refund(2000, 'a')).toMatchObject({ status: 201, body: refunds(2000) });
  expect(await refund(501, 'b')).toMatchObject({ status: 409, body: { code: 'refund_too_large' } });
  expect(await refund(500, 'c')).toMatchObject({ status: 201, body: refunds(2000, 500) });
});

test('a card is kept on a page of its own without paying, and pays afterwards', async () => {
  const shop = await aShop();
  const provider = await aProvider({ webhookUrl: shop.url });
  const request = { reference: 'keep-1', customer: 'ada', returnUrl: 'http://shop.test/kept' };
  const opened = await provider.ask('POST', '/setups', request, { 'idempotency-key': 'keep-1' });
  expect(opened.body).toMatchObject({ state: 'open', pageUrl: `http://pay.test/keep/${opened.body.id}` });
  const type = async (number: string) =>
    await fetch(`${provider.origin}/keep/${opened.body.id}`, {
      method: 'POST',
      body: new URLSearchParams({ do: 'keep', number, expires: '12/44', code: '123' }),
      redirect: 'manual',
    });

  expect((await type('4000000000000002')).headers.get('location')).toBe(`/keep/${opened.body.id}`);
  expect((await type('4242424242424242')).headers.get('location')).toBe('http://shop.test/kept');

  await expect.poll(() => shop.told.map((told) => told.type)).toEqual(['setup.declined', 'setup.succeeded']);
  const { method } = (shop.told[1] as unknown as { setup: { method: string } }).setup;
  expect((await provider.open({ customer: 'ada', method })).body).toMatchObject({ state: 'succeeded', method });
});

test.each([
  ['4000000000000341', 'card_declined'],
  ['4000002500003155', 'authentication_required'],
])('%s, kept, is refused when its owner is not there: %s', async (number, decline) => {
  const provider = await aProvider();
  const { body: first } = await provider.open({ customer: 'ada' });
  await provider.payByCard(first, number, { keep: 'yes' });
  const { method } = await provider.state(first);

  const again = await provider.open({ customer: 'ada', method, payer: 'absent' });

  expect(again.body).toMatchObject({ state: 'failed', decline });
});

test('a payer disputes what is left of a payment, and the bank decides once', async () => {
  const shop = await aShop();
  const provider = await aProvider({ webhookUrl: shop.url });
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4242424242424242');
  const given = { amountCents: 500, reference: 'r' };
  await provider.ask('POST', `/payments/${payment.id}/refunds`, given, { 'idempotency-key': 'r' });

  await provider.submit(payment, { do: 'dispute' });
  await provider.submit(payment, { do: 'dispute_won' });
  await provider.submit(payment, { do: 'dispute_lost' });

  expect((await provider.state(payment)).disputes).toMatchObject([{ amountCents: 2000, state: 'won' }]);
  await expect
    .poll(() => shop.told.map((told) => told.type).toSorted())
    .toEqual(['payment.dispute_won', 'payment.disputed', 'payment.refunded', 'payment.succeeded']);
});

test('a webhook that is not taken comes again until it is', async () => {
  const shop = await aShop(3);
  const provider = await aProvider({ webhookUrl: shop.url });
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4242424242424242');

  await expect.poll(() => shop.told).toHaveLength(1);
  expect(new Set(shop.ids).size).toBe(1);
  expect(shop.ids).toHaveLength(4);
});

test('told to, it doubles events and lets them overtake each other, the same ones for the same seed', async () => {
  const shop = await aShop();
  const env = { FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT: '100', FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT: '100' };
  const provider = await aProvider({ webhookUrl: shop.url, env });
  const { body: payment } = await provider.open();
  await provider.payByCard(payment, '4242424242424242');

  await expect.poll(() => shop.ids).toHaveLength(2);
  expect(new Set(shop.ids).size).toBe(1);
});

test('what was true before it died is true after: payments, kept answers, late money and untold events', async () => {
  const folder = aFolder();
  const deaf = await aProvider({ folder, webhookUrl: 'http://127.0.0.1:9/' });
  const { body: paid } = await deaf.open({}, 'paid');
  await deaf.payByCard(paid, '4242424242424242');
  const { body: late } = await deaf.open({}, 'late');
  await deaf.payByCard(late, '4000000000000077');
  await deaf.close();
  // The line that it was writing when it was killed.
  writeFileSync(deaf.journalPath, '[{"is":"payment","payment":{"id":"pay_half', { flag: 'a' });

  const shop = await aShop();
  const again = await aProvider({ folder, webhookUrl: shop.url });

  expect((await again.open({}, 'paid')).body.id).toBe(paid.id);
  await expect
    .poll(() => shop.told.map(({ type, payment }) => `${type} ${payment.reference}`).toSorted())
    .toEqual(['payment.processing late', 'payment.succeeded late', 'payment.succeeded paid']);
  expect(await again.state(late)).toMatchObject({ state: 'succeeded' });
});

test('a card that is no test card is refused, and no number is kept or said', async () => {
  const provider = await aProvider();
  const { body: payment } = await provider.open();
  const refused = await provider.payByCard(payment, '4111 1111 1111 1111');
  await provider.payByCard(payment, '4242 4242 4242 4242');

  expect(refused.headers.get('location')).toBe(`/pay/${payment.id}?wrong=card`);
  const kept = readFileSync(provider.journalPath, 'utf8') + provider.log.join('\n');
  expect(kept).not.toMatch(/4111|(\d[ -]?){13,}/);
});

test.each([
  ['without key', { authorization: '' }, {}, 401],
  ['without idempotency key', {}, { amountCents: 1 }, 400],
  ['for nothing', { 'idempotency-key': 'x' }, { amountCents: 0 }, 400],
  ['as text', { 'idempotency-key': 'x' }, { amountCents: '25' }, 400],
  ['that goes back to a script', { 'idempotency-key': 'x' }, { amountCents: 1, returnUrl: 'javascript:1' }, 400],
])('a payment %s is refused', async (_, headers: Record<string, string>, more, status) => {
  const provider = await aProvider();
  const body = { amountCents: 100, currency: 'USD', reference: 'r', returnUrl: 'http://shop.test/', ...more };

  expect((await provider.ask('POST', '/payments', body, headers)).status).toBe(status);
});
