import { micros } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyNews, areNewsOf, type Payment, type PaymentNews } from './payment.ts';

const at = new Date('2026-05-01T12:00:00Z');
const started: Payment = {
  id: 'one',
  accountId: 'account',
  userId: 'user',
  walletId: 'wallet',
  amountMicros: micros(25_000_000n),
  currency: 'USD',
  provider: 'sandbox',
  card: null,
  decline: null,
  refundedMicros: micros(0n),
  disputedMicros: micros(0n),
  createdAt: at,
  state: 'starting',
};
const news = (more: Partial<PaymentNews> = {}): PaymentNews => ({
  providerId: 'pay_1',
  reference: 'one',
  state: 'open',
  amountCents: 2500,
  currency: 'USD',
  card: null,
  decline: null,
  refundedCents: 0,
  disputedCents: 0,
  pageUrl: '',
  ...more,
});

test('a payment waits for its payer, and keeps the page when later news do not name it', () => {
  const waiting = applyNews(started, news({ pageUrl: 'http://pay.test/1' }), at);
  const declined = applyNews(waiting, news({ decline: 'card_declined' }), at);

  expect(waiting).toMatchObject({ state: 'waiting', pageUrl: 'http://pay.test/1' });
  expect(declined).toMatchObject({ state: 'waiting', pageUrl: 'http://pay.test/1', decline: 'card_declined' });
});

test.each([
  ['succeeded', 'processing', 'succeeded'],
  ['succeeded', 'failed', 'succeeded'],
  ['succeeded', 'open', 'succeeded'],
  ['processing', 'open', 'processing'],
  ['cancelled', 'processing', 'cancelled'],
  ['failed', 'cancelled', 'failed'],
  // Money that came is true, whatever was said before.
  ['cancelled', 'succeeded', 'succeeded'],
  ['failed', 'succeeded', 'succeeded'],
] as const)('%s, and then %s: it is %s', (first, second, state) => {
  expect(applyNews(applyNews(started, news({ state: first }), at), news({ state: second }), at).state).toBe(state);
});

test('the same news again change nothing', () => {
  const paid = applyNews(started, news({ state: 'succeeded', card: { brand: 'Visa', lastFour: '4242' } }), at);
  const again = news({ state: 'succeeded', card: { brand: 'Visa', lastFour: '4242' } });
  expect(applyNews(paid, again, new Date())).toBe(paid);
});

test('in whatever order news come, and however often, the money comes exactly once and stays', () => {
  const state = fc.constantFrom('open', 'processing', 'succeeded', 'failed', 'cancelled' as const);
  const any = fc.record({ state, refundedCents: fc.nat(2500), disputedCents: fc.nat(2500) });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (told) => {
      let payment: Payment = started;
      let booked = 0;
      for (const one of told) {
        const next = applyNews(payment, news(one), at);
        if (next.state === 'succeeded' && payment.state !== 'succeeded') booked++;
        payment = next;
      }
      expect(booked).toBe(told.some((one) => one.state === 'succeeded') ? 1 : 0);
      expect(payment.state === 'succeeded').toBe(booked === 1);
    }),
  );
});

test.each([
  ['another amount', { amountCents: 2501 }],
  ['another currency', { currency: 'EUR' }],
  ['another reference', { reference: 'two' }],
])('news of %s are of another payment', (_, more) => {
  expect(areNewsOf(started, news(more))).toBe(false);
});

test('a payment that the provider knows by one id is not its payment of another', () => {
  const waiting = applyNews(started, news(), at);
  expect(areNewsOf(waiting, news())).toBe(true);
  expect(areNewsOf(waiting, news({ providerId: 'pay_2' }))).toBe(false);
});
