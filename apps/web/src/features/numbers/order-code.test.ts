import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test } from 'vitest';
import { orderCode } from './order-code.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' }) as const;
const price = (number: string) => ({ number, terms: null, most: usd('0.0200') });
const SENT = { status: 201, body: { verification: { id: 'v1' } } };
const REFUSED = { status: 409, body: { code: 'verification_dearer', message: 'It may cost more now.' } };

beforeEach(() => keepToken('token', 600_000));

/** Orders codes for a number by call, one after another, and gives the keys that went along. */
async function keysOf(number: string, ...answers: Parameters<typeof answerRequests>) {
  const requests = answerRequests(...answers);
  for (const _answer of [...answers]) await orderCode({ by: 'call', price: price(number) }).catch(() => undefined);
  return requests.map(({ headers }) => headers['idempotency-key']);
}

test('a call with a code that was not answered for is asked for again with the same key: it rings, and is paid, once', async () => {
  const [lost, broken, sent, again] = await keysOf(
    '+447700900101',
    { fails: new TypeError() },
    { status: 502 },
    SENT,
    SENT,
  );
  expect(lost).toMatch(/^[0-9a-f]{32}$/);
  expect([broken, sent]).toEqual([lost, lost]);
  expect(again).toMatch(/^[0-9a-f]{32}$/);
  expect(again).not.toBe(lost);
});

test('what was refused is asked for anew', async () => {
  const [refused, sent] = await keysOf('+447700900102', REFUSED, SENT);
  expect(sent).not.toBe(refused);
});

test('a text is not the call that was not answered for', async () => {
  const [called] = await keysOf('+447700900103', { status: 502 });
  const requests = answerRequests(SENT);
  await orderCode({ by: 'text', price: price('+447700900103') });
  expect(requests[0]?.body).toEqual({ number: '+447700900103', most: '0.0200', by: 'text' });
  expect(requests[0]?.headers['idempotency-key']).not.toBe(called);
});
