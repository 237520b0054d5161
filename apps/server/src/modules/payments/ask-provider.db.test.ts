import { micros, type PaymentAtProvider, type PaymentProvider } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { askForSetups, askProvider, giveUpOfOthers } from './ask-provider.ts';
import { addedBetween } from './automatic/auto-top-up-store.ts';
import { askForRefunds } from './refunds/ask-to-refund.ts';
import { forgetMethods } from './methods/methods.ts';
import { insertMethod, removeEveryMethod } from './record/methods-store.ts';
import type { Payment } from './record/payment.ts';
import { findPayment, insertPayment, lockPayment, savePayment } from './record/payments-store.ts';
import { insertRefund } from './record/refunds-store.ts';
import { findSetup, insertSetup } from './record/setups-store.ts';
import { type Customer, invoicesWorld } from '../../testing/money/invoices-world.ts';

const { database } = await testDatabase();
const { clock, customer } = invoicesWorld(database);
const deps = { database, clock, log: createLog('silent'), publicUrl: '' };
const MINUTE_MS = 60_000;
const AMOUNT_CENTS = 500;

/** A provider that has no answer to what is in `fails`; all else is paid there, cancelled if a setup, and given back. */
function providerThatFails(fails: Set<string>): PaymentProvider {
  const find = (reference: string) => {
    if (fails.has(reference)) throw new Error('not understood');
  };
  const never = async () => await Promise.reject(new Error('not asked here'));
  return {
    name: 'sandbox',
    openCustomer: async ({ accountId }) => accountId,
    startPayment: never,
    payWithSavedMethod: never,
    startSetup: never,
    removeMethod: async (method) => find(method),
    readWebhook: never,
    findPayment: async ({ reference }) => {
      find(reference);
      return providerPayment(reference);
    },
    findSetup: async ({ reference }) => {
      find(reference);
      const nothing = { decline: null, method: null, pageUrl: '' };
      return { providerId: `s-${reference}`, reference, state: 'cancelled', ...nothing };
    },
    refund: async ({ reference, payment }) => {
      const refund = {
        providerId: `r-${reference}`,
        reference,
        amountCents: AMOUNT_CENTS,
        state: 'succeeded' as const,
      };
      return { ...providerPayment(payment.reference), refunds: [refund] };
    },
  };
}

function providerPayment(reference: string): PaymentAtProvider {
  const nothing = {
    card: null,
    cardFingerprint: null,
    decline: null,
    method: null,
    refunds: [],
    disputes: [],
    pageUrl: '',
  };
  return {
    providerId: `p-${reference}`,
    reference,
    amountCents: AMOUNT_CENTS,
    currency: 'USD',
    state: 'succeeded',
    ...nothing,
  };
}

async function aPayment(
  { accountId, userId, walletId }: Customer,
  dueAt: Date,
  provider = 'sandbox',
  type: 'top_up' | 'auto_top_up' = 'top_up',
): Promise<Payment> {
  const createdAt = new Date(dueAt.getTime() - 60 * MINUTE_MS);
  const payer = { accountId, userId, walletId };
  const nothing = { methodId: null, card: null, decline: null, refunds: [], disputes: [] };
  return await insertPayment(database, {
    payment: {
      id: newId(createdAt),
      ...payer,
      amountMicros: micros(5_000_000n),
      currency: 'USD',
      provider,
      purpose: { type, id: null },
      ...nothing,
      createdAt,
      state: 'starting',
    },
    requestKey: null,
    lookAt: dueAt,
  });
}

async function aSetup({ accountId, userId }: Customer, dueAt: Date): Promise<string> {
  const createdAt = new Date(dueAt.getTime() - 60 * MINUTE_MS);
  const nothing = { providerId: null, pageUrl: null, decline: null, methodId: null, endedAt: null };
  const owner = { accountId, userId, provider: 'sandbox' };
  const setup = { id: newId(createdAt), ...owner, state: 'starting' as const, createdAt, ...nothing };
  return (await insertSetup(database, { setup, requestKey: null, lookAt: dueAt })).id;
}

/** A refund that was asked for, of a payment that came. */
async function aRefund(payer: Customer, dueAt: Date, provider = 'sandbox'): Promise<Payment> {
  const { id } = await aPayment(payer, dueAt, provider);
  return await inTransaction(database, async (tx) => {
    const payment = await lockPayment(tx, { id, provider });
    if (payment === null) throw new Error('it was just written');
    const providerId = `p-${id}`;
    const paid: Payment = { ...payment, state: 'succeeded', providerId, endedAt: clock.now() };
    await savePayment(tx, payment, paid);
    const about = { id: newId(), providerId: null, userId: payer.userId, amountMicros: payment.amountMicros };
    const refund = { ...about, state: 'starting' as const, createdAt: payment.createdAt, endedAt: null };
    await insertRefund(tx, { payment: paid, refund, requestKey: null, lookAt: dueAt });
    return paid;
  });
}

const dueSince = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE_MS);

async function rounds(ask: () => Promise<void>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await ask();
    clock.pass(11 * MINUTE_MS);
  }
}

test('payments that are never answered for keep none behind them waiting', async () => {
  const payer = await customer();
  const [first, second, behind] = [
    await aPayment(payer, dueSince(3)),
    await aPayment(payer, dueSince(2)),
    await aPayment(payer, dueSince(1)),
  ];
  const provider = providerThatFails(new Set([first.id, second.id]));

  await rounds(async () => await askProvider(deps, provider));

  expect(await findPayment(database, behind)).toMatchObject({ state: 'succeeded' });
  expect(await findPayment(database, first)).toMatchObject({ state: 'starting' });
});

test('what was begun at a provider that is not used any more is given up after a day; money on its way there is not', async () => {
  const payer = await customer();
  const begun = async (minutesAgo: number, provider: string, state: 'starting' | 'processing') => {
    const payment = await aPayment(payer, dueSince(minutesAgo), provider);
    if (state === 'starting') return payment;
    const begun: Payment = { ...payment, state, providerId: `p-${payment.id}` };
    await inTransaction(database, async (tx) => await savePayment(tx, payment, begun));
    return begun;
  };
  const DAY = 24 * 60;
  const [old, fresh, onItsWay, ours] = [
    await begun(DAY, 'earlier', 'starting'),
    await begun(DAY - 61, 'earlier', 'starting'),
    await begun(DAY, 'earlier', 'processing'),
    await begun(DAY, 'sandbox', 'starting'),
  ];

  const said: { payment: string; refund?: string; msg: string }[] = [];
  const log = createLog('error', { write: (line: string) => void said.push(JSON.parse(line)) });
  const back = await aRefund(payer, dueSince(DAY), 'earlier');
  for (const _ of [1, 2]) await giveUpOfOthers({ ...deps, log }, 'sandbox');

  expect(said.map(({ payment, refund }) => ({ payment, refund }))).toEqual([
    { payment: onItsWay.id, refund: undefined },
    { payment: back.id, refund: expect.any(String) },
  ]);
  expect(await findPayment(database, back)).toMatchObject({ refunds: [{ state: 'starting' }] });
  const states = [];
  for (const payment of [old, fresh, onItsWay, ours]) states.push((await findPayment(database, payment))?.state);
  expect(states).toEqual(['cancelled', 'starting', 'processing', 'starting']);
});

test('what another provider left for a day is asked for at once by its own, when that is used again', async () => {
  const payer = await customer();
  const DAY = 24 * 60;
  const payment = await aPayment(payer, dueSince(DAY), 'stripe');
  const onItsWay: Payment = { ...payment, state: 'processing', providerId: `p-${payment.id}` };
  await inTransaction(database, async (tx) => await savePayment(tx, payment, onItsWay));
  const back = await aRefund(payer, dueSince(DAY), 'stripe');
  await giveUpOfOthers(deps, 'sandbox');

  const stripe: PaymentProvider = { ...providerThatFails(new Set()), name: 'stripe' };
  await askProvider(deps, stripe);
  await askForRefunds(deps, stripe);

  expect(await findPayment(database, onItsWay)).toMatchObject({ state: 'succeeded' });
  expect(await findPayment(database, back)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
});

test('what is added by itself at a provider that is not used any more holds up nothing here', async () => {
  const payer = await customer();
  await aPayment(payer, dueSince(1), 'earlier', 'auto_top_up');

  const day = { from: dueSince(24 * 60), to: clock.now() };
  const { addedMicros, isUnderWayAt } = await addedBetween(database, { accountId: payer.accountId, ...day });
  expect(addedMicros).toBe(5_000_000n);
  expect(['earlier', 'sandbox'].map(isUnderWayAt)).toEqual([true, false]);
});

test('setups that are never answered for keep none behind them waiting', async () => {
  const payer = await customer();
  const [first, second, behind] = [
    await aSetup(payer, dueSince(3)),
    await aSetup(payer, dueSince(2)),
    await aSetup(payer, dueSince(1)),
  ];
  const provider = providerThatFails(new Set([first, second]));

  await rounds(async () => await askForSetups(deps, provider));

  const { accountId } = payer;
  expect(await findSetup(database, { id: behind, accountId })).toMatchObject({ state: 'cancelled' });
  expect(await findSetup(database, { id: first, accountId })).toMatchObject({ state: 'starting' });
});

test('refunds that are never answered for keep none behind them waiting', async () => {
  const payer = await customer();
  const [first, second, behind] = [
    await aRefund(payer, dueSince(3)),
    await aRefund(payer, dueSince(2)),
    await aRefund(payer, dueSince(1)),
  ];
  const provider = providerThatFails(new Set([first.id, second.id]));

  await rounds(async () => await askForRefunds(deps, provider));

  expect(await findPayment(database, behind)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
  expect(await findPayment(database, first)).toMatchObject({ refunds: [{ state: 'starting' }] });
});

test('methods that the provider never forgets keep none behind them', async () => {
  const owner = await customer();
  const { accountId, userId } = owner;
  const stubborn = Array.from({ length: 25 }, (_, n) => `stubborn-${n}`);
  const about = { accountId, userId, provider: 'sandbox', brand: 'Visa', lastFour: '4242', isDefault: false };
  await inTransaction(database, async (tx) => {
    for (const providerId of [...stubborn, 'behind']) {
      const method = { id: newId(), ...about, providerId, expires: { year: 2044, month: 12 }, addedAt: clock.now() };
      await insertMethod(tx, method);
      await removeEveryMethod(tx, { accountId, at: clock.now() });
    }
  });
  const provider = providerThatFails(new Set(stubborn));

  await rounds(async () => await forgetMethods(deps, provider));

  const { rows } = await sql`select provider_id from billing.payment_method
    where account_id = ${accountId} and forgotten_at is not null`.execute(database);
  expect(rows).toEqual([{ provider_id: 'behind' }]);
});
