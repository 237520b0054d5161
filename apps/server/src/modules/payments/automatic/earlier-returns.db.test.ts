import { autoTopUpReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sandboxPayments } from '../../../testing/sandbox-payments.ts';
import { testApp } from '../../../testing/test-app.ts';
import { aPayer } from '../../../testing/money/payer.ts';

// What was given back before automatic top-up was stopped by it is years old in some accounts: they go on as they did.
const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;

const SUCCEEDS = '4242 4242 4242 4242';
const soon = { timeout: 15_000 };

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Somebody with twelve dollars, ten of them paid by a card that is kept. */
async function somebodyWithCard(): Promise<Payer> {
  const payer = await aPayer(app);
  const { payUrl } = await payer.addFunds(10);
  await provider.lay(payUrl ?? '', SUCCEEDS, { isKept: true, expires: '12/99' });
  await expect.poll(async () => await payer.balance()).toBe(1200);
  return payer;
}

/** Switches it on; a payment begins by itself and succeeds. As if all of that had been switched on a day ago. */
async function payAutomatically(payer: Payer): Promise<void> {
  const settings = { isOn: true, mark: '5.00', amount: '25.00', dailyCap: '100.00' };
  expect((await payer.ask('PUT', '/billing/auto-top-up', settings)).status).toBe(200);
  await payer.spend((await payer.balance()) - 300);
  await expect.poll(async () => await payer.balance(), soon).toBe(2800);
  await sql`update billing.auto_top_up set changed_at = now() - interval '1 day'
    where account_id = ${payer.accountId}`.execute(database);
}

async function settingsOf(payer: Payer) {
  const { autoTopUp } = autoTopUpReply.parse((await payer.ask('GET', '/billing/auto-top-up')).body);
  return { state: autoTopUp.state, stoppedBecause: autoTopUp.stoppedBecause };
}

test('a refund after which payments went on by themselves stops none, and the next one does', async () => {
  const payer = await somebodyWithCard();
  expect(await payer.refund({ amount: '3.00' })).toMatchObject({ status: 200 });
  await payAutomatically(payer);
  await sql`update billing.refund set created_at = now() - interval '1 hour'
    where account_id = ${payer.accountId}`.execute(database);

  await payer.spend(2500);

  await expect.poll(async () => await payer.balance(), soon).toBe(2800);
  expect(await settingsOf(payer)).toEqual({ state: 'on', stoppedBecause: null });

  expect(await payer.refund({ amount: '3.00' })).toMatchObject({ status: 200 });
  await expect
    .poll(async () => await settingsOf(payer), soon)
    .toEqual({ state: 'stopped', stoppedBecause: 'refunded' });
});

test('a dispute that was lost before payments went on by themselves stops none of them', async () => {
  const payer = await somebodyWithCard();
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000 0000 0000 0259');
  const dispute = async () => (await payer.payment(payment.id)).disputes[0]?.state;
  await expect.poll(dispute, soon).toBe('open');
  await provider.press(payment.payUrl ?? '', 'dispute_lost');
  await expect.poll(dispute, soon).toBe('lost');
  await payAutomatically(payer);
  await sql`update billing.dispute set closed_at = now() - interval '1 hour'
    where account_id = ${payer.accountId}`.execute(database);

  await payer.spend(2500);

  await expect.poll(async () => await payer.balance(), soon).toBe(2800);
  expect(await settingsOf(payer)).toEqual({ state: 'on', stoppedBecause: null });
});
