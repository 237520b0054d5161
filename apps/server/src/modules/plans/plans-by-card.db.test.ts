import {
  micros,
  microsOfCents,
  noticesReply,
  type PaymentView,
  subscriptionReply,
  type SubscriptionView,
} from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { takeBack } from '../ledger/index.ts';
import { aPayer } from '../../testing/money/payer.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });

const SUCCEEDS = '4242 4242 4242 4242';
const DECLINED_LATER = '4000 0000 0000 0341';
const soon = { timeout: 30_000 };

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Somebody on the plan Plus, with a card that is kept and two dollars left; the period of the plan is over now. */
async function somebodyWhosePeriodIsOver(card: string): Promise<Payer> {
  const { payer } = await somebodyOnPlus(card);
  await endPeriod(payer);
  return payer;
}

async function somebodyOnPlus(card: string): Promise<{ payer: Payer; payment: PaymentView }> {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(5);
  await provider.lay(payment.payUrl ?? '', card, { isKept: true, expires: '12/99' });
  await expect.poll(async () => await payer.balance(), soon).toBe(700);
  expect((await payer.ask('POST', '/billing/subscription', { planId: 'plus' })).status).toBe(200);
  return { payer, payment };
}

async function endPeriod(payer: Payer): Promise<void> {
  await sql`update billing.subscription set anchor_at = now() - interval '1 month', period_from = now() - interval '1 month',
    period_to = now(), due_at = now() where account_id = ${payer.accountId}`.execute(app.database);
}

async function planOf(payer: Payer): Promise<SubscriptionView> {
  return subscriptionReply.parse((await payer.ask('GET', '/billing/subscription')).body).subscription;
}

const isToCome = (at: unknown) => typeof at === 'string' && Date.parse(at) > Date.now();

async function planPayments(payer: Payer): Promise<{ amount: bigint; state: string }[]> {
  const { rows } = await sql<{ amount: bigint; state: string }>`
    select amount, state from billing.payment
    where account_id = ${payer.accountId} and purpose_type = 'plan' order by id`.execute(app.database);
  return rows;
}

/** What was told of the plan, in the list and by mail. */
async function toldOf(payer: Payer) {
  const { items } = noticesReply.parse((await payer.ask('GET', '/notices')).body);
  const { rows } = await sql<{ subject: string }>`
    select subject from accounts.letter
    where user_id = ${payer.userId} and kind = 'notice' and subject like '%plan%'`.execute(app.database);
  const notices = items.map(({ kind }) => kind).filter((kind) => kind.startsWith('plan'));
  const why = items.flatMap(({ kind, facts }) =>
    kind === 'plan_renewal_failed' ? [{ isCardDisputed: facts.isCardDisputed }] : [],
  );
  return { notices, mails: rows.map(({ subject }) => subject), why };
}

test('what the balance lacks for a renewal is taken by the saved card, once, and the plan goes on', async () => {
  const payer = await somebodyWhosePeriodIsOver(SUCCEEDS);
  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect(await planPayments(payer)).toEqual([{ amount: 3_000_000n, state: 'succeeded' }]);
  expect(await payer.balance()).toBe(0);
  expect(await planOf(payer)).toMatchObject({ status: 'active', planId: 'plus' });
  await expect
    .poll(async () => await toldOf(payer), soon)
    .toMatchObject({ notices: ['plan_renewed'], mails: ['Your Farline plan was renewed'] });
});

test('a card that is declined leaves the plan unpaid, in its days of grace, and is not tried again', async () => {
  const payer = await somebodyWhosePeriodIsOver(DECLINED_LATER);
  await expect.poll(async () => (await planOf(payer)).status, soon).toBe('past_due');
  await expect.poll(async () => await planPayments(payer), soon).toEqual([{ amount: 3_000_000n, state: 'failed' }]);
  expect(await payer.balance()).toBe(200);
  await expect
    .poll(async () => await toldOf(payer), soon)
    .toEqual({
      notices: ['plan_renewal_failed'],
      mails: ['Your Farline plan couldn’t be renewed'],
      why: [{ isCardDisputed: false }],
    });
});

test('what is owed is paid by the card together with the next period', async () => {
  const { payer } = await somebodyOnPlus(SUCCEEDS);
  const { walletId } = payer;
  const [amountMicros, cause] = [micros(9_000_000n), { type: 'dispute', id: newId() }];
  await takeBack(app.database, { walletId, amountMicros, cause, at: new Date() });
  expect((await payer.refunds()).owed.amount).toBe('7.0000');

  await endPeriod(payer);

  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect(await planPayments(payer)).toEqual([{ amount: 12_000_000n, state: 'succeeded' }]);
  expect(await payer.balance()).toBe(0);
  expect((await payer.refunds()).owed.amount).toBe('0.0000');
});

test('a request to the provider that was lost is made again, and the plan goes on', async () => {
  const { payer } = await somebodyOnPlus(SUCCEEDS);
  await provider.kill();
  await endPeriod(payer);
  await expect.poll(async () => await planPayments(payer), soon).toEqual([{ amount: 3_000_000n, state: 'starting' }]);

  await provider.start({ origin: app.origin });

  // So much later that no request can be under way.
  await sql`update billing.payment set created_at = created_at - interval '3 minutes', look_at = now()
    where account_id = ${payer.accountId} and purpose_type = 'plan'`.execute(app.database);

  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect((await planPayments(payer)).map(({ state }) => state)).toEqual(['cancelled', 'succeeded']);
  expect((await toldOf(payer)).notices).not.toContain('plan_renewal_failed');
});

test('a request that was lost for so long that the plan was unpaid is made again as well', async () => {
  const { payer } = await somebodyOnPlus(SUCCEEDS);
  await provider.kill();
  await endPeriod(payer);
  await expect.poll(async () => await planPayments(payer), soon).toMatchObject([{ state: 'starting' }]);
  const lookNow = async () =>
    await sql`update billing.subscription set due_at = now() where account_id = ${payer.accountId}`.execute(
      app.database,
    );
  await sql`update billing.payment set created_at = created_at - interval '2 hours'
    where account_id = ${payer.accountId} and purpose_type = 'plan'`.execute(app.database);
  await lookNow();
  await expect.poll(async () => (await planOf(payer)).status, soon).toBe('past_due');

  await provider.start({ origin: app.origin });
  await sql`update billing.payment set look_at = now()
    where account_id = ${payer.accountId} and purpose_type = 'plan'`.execute(app.database);
  await expect.poll(async () => await planPayments(payer), soon).toMatchObject([{ state: 'cancelled' }]);
  await lookNow();

  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect(await planOf(payer)).toMatchObject({ status: 'active', planId: 'plus' });
});

/** Has so many cents be spent in the same moment as each of an account's next payments for its plan is begun, `times` at most. */
async function spendMeanwhile(payer: Payer, cents: number, times: number): Promise<void> {
  const spent = Number(microsOfCents(cents));
  const name = sql.raw(`spend_${payer.accountId.replaceAll('-', '')}`);
  await sql`create function ${name}() returns trigger language plpgsql as $$ begin
    if (select count(*) from billing.payment where account_id = new.account_id and purpose_type = 'plan') <= ${sql.lit(times)} then
      perform ledger.post_transfer(gen_random_uuid(), 'call', new.id::text, now(), 'USD', array[new.wallet_id, null],
        array[null, 'revenue']::ledger.house_account[], array[${sql.lit(-spent)}, ${sql.lit(spent)}]);
    end if;
    return null;
  end $$`.execute(app.database);
  await sql`create trigger ${name} after insert on billing.payment for each row
    when (new.purpose_type = 'plan' and new.account_id = ${sql.lit(payer.accountId)}) execute function ${name}()`.execute(
    app.database,
  );
}

test('what was spent while the card was charged is taken too, and the plan goes on', async () => {
  const { payer } = await somebodyOnPlus(SUCCEEDS);
  await spendMeanwhile(payer, 100, 1);

  await endPeriod(payer);

  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect(await planPayments(payer)).toEqual([
    { amount: 3_000_000n, state: 'succeeded' },
    { amount: 1_000_000n, state: 'succeeded' },
  ]);
  expect(await payer.balance()).toBe(0);
});

test('a balance that is spent as fast as it is paid is paid three times at most', async () => {
  const { payer } = await somebodyOnPlus(SUCCEEDS);
  await spendMeanwhile(payer, 100, 9);

  await endPeriod(payer);

  await expect.poll(async () => (await planOf(payer)).status, { timeout: 60_000 }).toBe('past_due');
  expect((await planPayments(payer)).map(({ amount }) => amount)).toEqual([3_000_000n, 1_000_000n, 1_000_000n]);
  expect(await payer.balance()).toBe(400);
});

test('a card whose bank took a payment back for good is not charged unasked; one that was added since is', async () => {
  const { payer, payment } = await somebodyOnPlus(SUCCEEDS);
  await provider.press(payment.payUrl ?? '', 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount, soon).toBe('3.0000');
  await provider.press(payment.payUrl ?? '', 'dispute_lost');
  await expect.poll(async () => (await payer.payment(payment.id)).disputes[0]?.state, soon).toBe('lost');

  await endPeriod(payer);

  await expect.poll(async () => (await planOf(payer)).status, soon).toBe('past_due');
  expect(await planPayments(payer)).toEqual([]);
  await expect.poll(async () => (await toldOf(payer)).why, soon).toEqual([{ isCardDisputed: true }]);

  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', '5555 5555 5555 4444');
  await expect.poll(async () => (await payer.setup(setup.id)).state, soon).toBe('succeeded');
  expect(await payer.methods()).toMatchObject([
    { isDefault: true, label: 'Mastercard •••• 4444' },
    { isDefault: false, label: 'Visa •••• 4242' },
  ]);
  await sql`update billing.subscription set unpaid_since = null, grace_to = null, due_at = now()
    where account_id = ${payer.accountId}`.execute(app.database);
  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  expect(await planPayments(payer)).toMatchObject([{ state: 'succeeded' }]);
});

test('a dispute that was lost before the card went on paying for the plan is no reason to stop', async () => {
  const { payer, payment } = await somebodyOnPlus(SUCCEEDS);
  await endPeriod(payer);
  await expect.poll(async () => (await planOf(payer)).renewsAt, soon).toSatisfy(isToCome);
  await provider.press(payment.payUrl ?? '', 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount, soon).toBe('5.0000');
  await provider.press(payment.payUrl ?? '', 'dispute_lost');
  await expect.poll(async () => (await payer.payment(payment.id)).disputes[0]?.state, soon).toBe('lost');
  await sql`update billing.payment_method set added_at = added_at - interval '1 day'
    where account_id = ${payer.accountId}`.execute(app.database);
  await sql`update billing.dispute set closed_at = now() - interval '1 hour'
    where account_id = ${payer.accountId}`.execute(app.database);

  await endPeriod(payer);

  await expect
    .poll(async () => (await planPayments(payer)).map(({ state }) => state), soon)
    .toEqual(['succeeded', 'succeeded']);
});

test('while a bank looks into a payment, no card is charged for the next period', async () => {
  const { payer, payment } = await somebodyOnPlus(SUCCEEDS);
  await provider.press(payment.payUrl ?? '', 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount, soon).toBe('3.0000');

  await endPeriod(payer);

  await expect.poll(async () => (await planOf(payer)).status, soon).toBe('past_due');
  expect(await planPayments(payer)).toEqual([]);
});
