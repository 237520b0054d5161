import { type SubscriptionView, subscriptionReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { aPayer } from './testing/payer.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });

const SUCCEEDS = '4242 4242 4242 4242';
const DECLINED_LATER = '4000 0000 0000 0341';
const soon = { timeout: 30_000 };

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Somebody on the plan Plus, with a card that is kept and two dollars left; the period of the plan is over now. */
async function somebodyWhosePeriodIsOver(card: string): Promise<Payer> {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(5);
  await provider.lay(payment.payUrl ?? '', card, { isKept: true, expires: '12/99' });
  await expect.poll(async () => await payer.balance(), soon).toBe(700);
  expect((await payer.ask('POST', '/billing/subscription', { planId: 'plus' })).status).toBe(200);
  await sql`update billing.subscription set anchor_at = now() - interval '1 month', period_from = now() - interval '1 month',
    period_to = now(), due_at = now() where account_id = ${payer.accountId}`.execute(app.database);
  return payer;
}

async function planOf(payer: Payer): Promise<SubscriptionView> {
  return subscriptionReply.parse((await payer.ask('GET', '/billing/subscription')).body).subscription;
}

async function planPayments(payer: Payer): Promise<{ amount: bigint; state: string }[]> {
  const { rows } = await sql<{ amount: bigint; state: string }>`
    select amount, state from billing.payment
    where account_id = ${payer.accountId} and purpose_type = 'plan'`.execute(app.database);
  return rows;
}

test('what the balance lacks for a renewal is taken by the saved card, once, and the plan goes on', async () => {
  const payer = await somebodyWhosePeriodIsOver(SUCCEEDS);
  await expect
    .poll(async () => (await planOf(payer)).renewsAt, soon)
    .toSatisfy((renewsAt) => renewsAt !== null && Date.parse(String(renewsAt)) > Date.now());
  expect(await planPayments(payer)).toEqual([{ amount: 3_000_000n, state: 'succeeded' }]);
  expect(await payer.balance()).toBe(0);
  expect(await planOf(payer)).toMatchObject({ status: 'active', planId: 'plus' });
});

test('a card that is declined leaves the plan unpaid, in its days of grace, and is not tried again', async () => {
  const payer = await somebodyWhosePeriodIsOver(DECLINED_LATER);
  await expect.poll(async () => (await planOf(payer)).status, soon).toBe('past_due');
  const [payment, ...others] = await planPayments(payer);
  expect(payment?.state).not.toBe('succeeded');
  expect(others).toEqual([]);
  expect(await payer.balance()).toBe(200);
});
