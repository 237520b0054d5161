import { micros, microsOfCents, type PaymentView } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSandboxPayments } from '../../gateways/payments/index.ts';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { activateAccount, findAccount, takeMark } from '../accounts/index.ts';
import { creditsOf, findWallet, placeHold, postTransfer, settleHold, topUp } from '../ledger/index.ts';
import { hasStandingPayment } from './index.ts';
import { refundableOf } from './refunds/refund-unused.ts';
import { aPayer } from '../../testing/money/payer.ts';

const provider = await sandboxPayments();
const app = await testApp({ ...provider.serverEnv, FARLINE_TRIAL_CREDIT: '2.00' });
await provider.start({ origin: app.origin });
const { database } = app;
const gateway = createSandboxPayments({
  url: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_URL'] ?? '',
  key: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_KEY'] ?? '',
  webhookSecret: provider.webhookSecret,
});

const SUCCEEDS = '4242 4242 4242 4242';

type Payer = Awaited<ReturnType<typeof aStranger>>;

/** Somebody who has just signed up, with a card that nobody has had: two dollars to practise with, and no money. */
async function aStranger() {
  // The test cards are few, and the trial of one is given once.
  await sql`delete from accounts.trial_claim where kind = 'card'`.execute(database);
  return await aPayer(app, { dollars: 0 });
}

async function pay(payer: Payer, dollars: number): Promise<PaymentView & { payUrl: string }> {
  const payment = await payer.addFunds(dollars);
  const payUrl = payment.payUrl ?? '';
  await provider.lay(payUrl, SUCCEEDS);
  await expect.poll(async () => (await payer.payment(payment.id)).state).toBe('succeeded');
  return { ...payment, payUrl };
}

const accountOf = async (payer: Payer) => {
  const account = await findAccount(database, payer.accountId);
  if (account === null) throw new Error('the account is there');
  return account;
};
const stateOf = async (payer: Payer) => (await accountOf(payer)).state;
const trialOf = async (payer: Payer) =>
  (await findWallet(database, (await accountOf(payer)).trialWalletId))?.balanceMicros;

/** Spends practice credit as a practice call does. Cents. */
async function practise(payer: Payer, cents: number): Promise<void> {
  const { trialWalletId: walletId } = await accountOf(payer);
  const [amount, cause, at] = [microsOfCents(cents), { type: 'call', id: newId() }, new Date()];
  const placed = await placeHold(database, { walletId, wantedMicros: amount, leastMicros: amount, cause, at });
  if (!placed.allowed) throw new Error(placed.reason);
  const { holdId } = placed;
  await settleHold(database, { holdId, chargeMicros: amount, cause, houseAccount: 'trial_credit', at });
}

/** What the house's books say of money of this account: all that came in by payments less what went back. */
async function netPaid(payer: Payer): Promise<bigint> {
  const { rows } = await sql<{ net: bigint }>`
    select coalesce(-sum(house.amount), 0)::bigint as net from ledger.entry mine
    join ledger.entry house on house.transfer_id = mine.transfer_id and house.house_account = 'payments'
    where mine.wallet_id = ${payer.walletId}`.execute(database);
  return rows[0]?.net ?? 0n;
}

test('pay 5, practise, take 5 back: the practice was practice, the money is gone and so is the right to real trunks', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  expect([await payer.balance(), await stateOf(payer), await trialOf(payer)]).toEqual([500, 'active', 2_000_000n]);
  await practise(payer, 1);
  expect((await payer.refunds()).refundable.amount).toBe('5.0000');

  expect(await payer.refund({})).toMatchObject({ status: 200 });

  expect([await payer.balance(), await stateOf(payer), await trialOf(payer)]).toEqual([0, 'trial', 1_990_000n]);
  expect(await netPaid(payer)).toBe(0n);
  // What is left buys no real call and cannot be asked for as money.
  expect((await payer.refund({})).status).toBeGreaterThanOrEqual(400);
});

test('several payments given back in parts: the mark stays with the last cent that stands', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  await pay(payer, 10);
  await practise(payer, 150);
  await payer.refund({ amount: '7.00' });
  expect([await payer.balance(), await stateOf(payer)]).toEqual([800, 'active']);
  await payer.refund({ amount: '7.99' });
  expect([await payer.balance(), await stateOf(payer)]).toEqual([1, 'active']);
  await payer.refund({});
  expect([await payer.balance(), await stateOf(payer), await trialOf(payer)]).toEqual([0, 'trial', 500_000n]);
  expect(await netPaid(payer)).toBe(0n);
});

test('money that was spent stays spent: at most the rest goes back, and the payment stands by what it bought', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  await payer.spend(120);
  expect((await payer.refunds()).refundable.amount).toBe('3.8000');
  await payer.refund({});
  expect([await payer.balance(), await stateOf(payer)]).toEqual([0, 'active']);
  expect(await netPaid(payer)).toBe(1_200_000n);
});

test('a plan that was bought of the balance stays bought: it does not go back with the refund', async () => {
  const payer = await aStranger();
  await pay(payer, 20);
  const entries = [
    { walletId: payer.walletId, amountMicros: micros(-9_000_000n) },
    { houseAccount: 'revenue' as const, amountMicros: micros(9_000_000n) },
  ];
  await postTransfer(database, { cause: { type: 'plan', id: newId() }, unit: 'USD', entries, at: new Date() });
  await payer.refund({});
  expect([await payer.balance(), await stateOf(payer)]).toEqual([0, 'active']);
  expect(await netPaid(payer)).toBe(9_000_000n);
});

test('what an operator gave is spent first, is never given back, and gives no mark by itself', async () => {
  const payer = await aStranger();
  const { walletId } = payer;
  const cause = { type: 'operator_credit', id: newId() };
  await topUp(database, { walletId, amountMicros: micros(3_000_000n), from: 'operator_credit', cause, at: new Date() });
  expect(await stateOf(payer)).toBe('trial');
  await pay(payer, 5);
  await payer.refund({});
  expect([await payer.balance(), await stateOf(payer), await trialOf(payer)]).toEqual([300, 'trial', 2_000_000n]);
  const { credits } = await creditsOf(database, { walletId, after: 0n, before: null, lines: 10 });
  expect(credits.map(({ from }) => from)).toEqual(['payments', 'operator_credit']);
});

/** Returns parts of messages, a hundredth of a cent each. */
async function returnParts(payer: Payer, parts: number): Promise<void> {
  await sql`select ledger.post_transfer(gen_random_uuid(), 'message_refund', ${newId()}::text || ' ' || part, now(), 'USD',
      array[${payer.walletId}, null]::uuid[], array[null, 'revenue']::ledger.house_account[], array[100, -100]::bigint[])
    from generate_series(1, ${parts}::int) part`.execute(database);
}

test('however many charges were given back since, unused credit is still that of the payment', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  await payer.spend(120);
  await returnParts(payer, 1001);

  expect((await payer.refunds()).refundable.amount).toBe('3.9000');
  expect(await payer.refund({})).toMatchObject({ status: 200 });
  expect(await payer.balance()).toBe(0.01);
});

test('of what was given back before the newest payment no more is looked at than is needed', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  await payer.spend(500);
  await returnParts(payer, 3_000);
  await pay(payer, 10);
  await payer.spend(100);
  const account = await accountOf(payer);

  const { amountMicros, read } = await inTransaction(database, async (tx) => {
    await sql`select set_config(name, 'off', true)
      from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(tx);
    const before = await transfersRead(tx);
    const refundable = await refundableOf(tx, gateway, account);
    return { ...refundable, read: (await transfersRead(tx)) - before };
  });

  expect(amountMicros).toBe(9_300_000n);
  expect(read).toBeLessThanOrEqual(1_000);
});

/** How many transfers a transaction has read so far. */
async function transfersRead(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where relid = 'ledger.transfer'::regclass`.execute(tx);
  return Number(rows[0]?.read);
}

test.each([
  ['dispute_won', 'active'],
  ['dispute_lost', 'trial'],
] as const)('a payment that a bank takes back takes the mark at once; %s: %s', async (decided, state) => {
  const payer = await aStranger();
  const payment = await pay(payer, 10);
  await expect.poll(async () => await payer.balance()).toBe(1000);
  await payer.spend(400);
  await provider.press(payment.payUrl, 'dispute');
  await expect.poll(async () => await stateOf(payer)).toBe('trial');
  expect((await payer.refunds()).owed.amount).toBe('4.0000');

  await provider.press(payment.payUrl, decided);

  await expect.poll(async () => await stateOf(payer)).toBe(state);
  expect(await trialOf(payer)).toBe(2_000_000n);
});

test('another payment keeps the mark while one is taken back, and its own refund ends it', async () => {
  const payer = await aStranger();
  const disputed = await pay(payer, 10);
  await pay(payer, 5);
  await provider.press(disputed.payUrl, 'dispute');
  await expect.poll(async () => await payer.balance()).toBe(500);
  expect(await stateOf(payer)).toBe('active');
  await payer.refund({});
  expect(await stateOf(payer)).toBe('trial');
  await provider.press(disputed.payUrl, 'dispute_won');
  await expect.poll(async () => await stateOf(payer)).toBe('active');
});

test("an operator's mark stays whatever becomes of the money, and when it is taken the money decides", async () => {
  const payer = await aStranger();
  const [{ accountId }, at] = [payer, new Date()];
  const act = { accountId, actor: 'operator:grace', at };
  await inTransaction(database, async (tx) => await activateAccount(tx, act));
  expect(await stateOf(payer)).toBe('active');
  await pay(payer, 5);
  await payer.refund({});
  expect(await stateOf(payer)).toBe('active');
  await pay(payer, 5);
  const take = async () =>
    await inTransaction(
      database,
      async (tx) => await takeMark(tx, { ...act, hasPaid: async () => await hasStandingPayment(tx, accountId) }),
    );
  expect([await take(), await stateOf(payer), await take()]).toEqual([true, 'active', false]);
  await payer.refund({});
  expect(await stateOf(payer)).toBe('trial');
  const { rows } = await sql<{ action: string; actor: string }>`select action, actor from audit.event
    where account_id = ${accountId} and action ~ '^account[.](.*activated|mark.*)$' order by at, id`.execute(database);
  expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'account.activated operator:grace',
    'account.mark_taken operator:grace',
    'account.deactivated system',
  ]);
});

test('two payments given back at the same time leave no mark behind', async () => {
  const payer = await aStranger();
  await pay(payer, 5);
  await pay(payer, 5);
  await Promise.all([payer.refund({ amount: '5.00' }), payer.refund({ amount: '5.00' })]);
  expect([await payer.balance(), await stateOf(payer)]).toEqual([0, 'trial']);
});
