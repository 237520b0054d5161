import { micros, type PaymentAtProvider } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyProviderUpdate as applyUpdateWith, isUpdateOf, type Payment } from './payment.ts';
import { moneyMovementsOf } from './money-movements.ts';

const at = new Date('2026-05-01T12:00:00Z');
let ids = 0;
const applyProviderUpdate = (payment: Payment, told: PaymentAtProvider, when: Date) =>
  applyUpdateWith(payment, told, when, () => `id-${++ids}`);
const started: Payment = {
  id: 'one',
  accountId: 'account',
  userId: 'user',
  walletId: 'wallet',
  amountMicros: micros(25_000_000n),
  currency: 'USD',
  provider: 'sandbox',
  purpose: { type: 'top_up', id: null },
  methodId: null,
  card: null,
  decline: null,
  refunds: [],
  disputes: [],
  createdAt: at,
  state: 'starting',
};
const update = (more: Partial<PaymentAtProvider> = {}): PaymentAtProvider => ({
  providerId: 'pay_1',
  reference: 'one',
  state: 'open',
  amountCents: 2500,
  currency: 'USD',
  card: null,
  cardFingerprint: null,
  decline: null,
  method: null,
  refunds: [],
  disputes: [],
  pageUrl: '',
  ...more,
});

test('a payment waits for its payer, and keeps the page when a later update does not name it', () => {
  const waiting = applyProviderUpdate(started, update({ pageUrl: 'http://pay.test/1' }), at);
  const declined = applyProviderUpdate(waiting, update({ decline: 'card_declined' }), at);

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
  expect(
    applyProviderUpdate(applyProviderUpdate(started, update({ state: first }), at), update({ state: second }), at)
      .state,
  ).toBe(state);
});

test('the same update again changes nothing', () => {
  const paid = applyProviderUpdate(
    started,
    update({ state: 'succeeded', card: { brand: 'Visa', lastFour: '4242' } }),
    at,
  );
  const again = update({ state: 'succeeded', card: { brand: 'Visa', lastFour: '4242' } });
  expect(applyProviderUpdate(paid, again, new Date())).toBe(paid);
});

test('in whatever order updates come, and however often, each cause moves its money exactly once', () => {
  const state = fc.constantFrom('open', 'processing', 'succeeded', 'failed', 'cancelled' as const);
  const part = { providerId: fc.constantFrom('one', 'two'), amountCents: fc.constant(1250) };
  const any = fc.record({
    state,
    refunds: fc.uniqueArray(
      fc.record({
        ...part,
        reference: fc.constant(null),
        state: fc.constantFrom('pending', 'succeeded', 'failed' as const),
      }),
      { selector: (one) => one.providerId },
    ),
    disputes: fc.uniqueArray(fc.record({ ...part, state: fc.constantFrom('open', 'won', 'lost' as const) }), {
      selector: (one) => one.providerId,
    }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (told) => {
      let payment: Payment = started;
      const causes: string[] = [];
      for (const one of told) {
        const next = applyProviderUpdate(payment, update(one), at);
        causes.push(...moneyMovementsOf(payment, next).map(({ cause }) => `${cause.type} ${cause.id}`));
        payment = next;
      }
      const money = causes.filter((cause) => cause.startsWith('payment'));
      expect(new Set(causes).size).toBe(causes.length);
      expect(money).toHaveLength(told.some((one) => one.state === 'succeeded') ? 1 : 0);
      expect(payment.state === 'succeeded').toBe(money.length === 1);
      // What went out and did not come back is what the payment says that it lacks.
      for (const { id, state: end } of payment.disputes) {
        const isOut = causes.includes(`dispute ${id}`) && !causes.includes(`dispute_won ${id}`);
        expect(isOut).toBe(end !== 'won');
      }
      for (const { id, state: end } of payment.refunds) {
        const isOut = causes.includes(`refund ${id}`) && !causes.includes(`refund_failed ${id}`);
        expect(isOut).toBe(end !== 'failed');
      }
    }),
  );
});

test('a dispute that is won before anybody heard of it moves nothing', () => {
  const paid = applyProviderUpdate(started, update({ state: 'succeeded' }), at);
  const won = applyProviderUpdate(
    paid,
    update({ state: 'succeeded', disputes: [{ providerId: 'd', amountCents: 2500, state: 'won' }] }),
    at,
  );
  expect(moneyMovementsOf(paid, won)).toEqual([]);
  const late = update({ state: 'succeeded', disputes: [{ providerId: 'd', amountCents: 2500, state: 'open' }] });
  expect(applyProviderUpdate(won, late, at)).toBe(won);
});

test('a bank takes no more than is left of a payment, and gives no more back than it took', () => {
  const given = { providerId: 'r', reference: null, amountCents: 1000, state: 'succeeded' as const };
  const told = (state: 'open' | 'won') =>
    update({ state: 'succeeded', refunds: [given], disputes: [{ providerId: 'd', amountCents: 3000, state }] });
  const paid = applyProviderUpdate(started, update({ state: 'succeeded' }), at);
  const disputed = applyProviderUpdate(paid, told('open'), at);
  const won = applyProviderUpdate(disputed, told('won'), at);

  const moved = (before: Payment, after: Payment) =>
    moneyMovementsOf(before, after).map(({ does, amountMicros }) => [does, amountMicros]);
  expect(moved(paid, disputed)).toEqual([
    ['take_back', 10_000_000n],
    ['take_back', 15_000_000n],
  ]);
  expect(moved(disputed, won)).toEqual([['put_in', 15_000_000n]]);
});

test.each([
  ['another amount', { amountCents: 2501 }],
  ['another currency', { currency: 'EUR' }],
  ['another reference', { reference: 'two' }],
  [
    'more given back than was paid',
    { refunds: [{ providerId: 'r', reference: null, amountCents: 2501, state: 'succeeded' as const }] },
  ],
])('an update of %s is of another payment', (_, more) => {
  expect(isUpdateOf(started, update(more))).toBe(false);
});

test('a payment that the provider knows by one id is not its payment of another', () => {
  const waiting = applyProviderUpdate(started, update(), at);
  expect(isUpdateOf(waiting, update())).toBe(true);
  expect(isUpdateOf(waiting, update({ providerId: 'pay_2' }))).toBe(false);
});
