import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { sandboxPayments } from '../../../testing/sandbox-payments.ts';
import { testApp } from '../../../testing/test-app.ts';
import { aPayer } from '../../../testing/money/payer.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;
const soon = { timeout: 15_000 };

test('what an earlier provider has under way holds up no automatic top-up, and only one is under way at a provider', async () => {
  const payer = await aPayer(app);
  const { payUrl } = await payer.addFunds(10);
  await provider.lay(payUrl ?? '', '4242 4242 4242 4242', { isKept: true, expires: '12/99' });
  await expect.poll(async () => await payer.balance()).toBe(1200);
  const underWay = async () =>
    await sql`insert into billing.payment (id, account_id, user_id, wallet_id, amount, currency, provider, purpose_type, state,
        created_at, look_at)
      select ${newId()}, account_id, user_id, wallet_id, 25000000, 'USD', 'stripe', 'auto_top_up', 'starting', now(), now()
      from billing.payment where account_id = ${payer.accountId} limit 1`.execute(database);
  await underWay();
  await expect(underWay()).rejects.toThrow('payment_one_automatic_of_provider');

  const settings = { isOn: true, mark: '5.00', amount: '25.00', dailyCap: '100.00' };
  expect((await payer.ask('PUT', '/billing/auto-top-up', settings)).status).toBe(200);
  await payer.spend(900);

  await expect.poll(async () => await payer.balance(), soon).toBe(2800);
});
