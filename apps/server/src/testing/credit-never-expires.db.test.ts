import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { activateAccount } from '../modules/accounts/index.ts';
import { expireWallet, topUp } from '../modules/ledger/index.ts';
import { inTransaction } from '../platform/database.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const DAY_MS = 24 * 60 * 60_000;
const start = Date.now();
let aheadMs = 0;
const app = await testApp({}, { now: () => new Date(start + aheadMs) });
const { database } = app;

/** Everything that the ledger has of an account's money. */
async function moneyOf({ accountId }: ApiCustomer) {
  const { rows } = await sql<{ wallet: unknown; entries: bigint; holds: bigint }>`
    select to_jsonb(wallet) as wallet,
      (select count(*) from ledger.entry where wallet_id = wallet.id) as entries,
      (select count(*) from ledger.hold where wallet_id = wallet.id) as holds
    from ledger.wallet where account_id = ${accountId} and unit = 'USD'`.execute(database);
  return rows;
}

async function topUpBy({ walletId, accountId }: ApiCustomer) {
  const at = new Date(start);
  await inTransaction(database, async (tx) => {
    await activateAccount(tx, { accountId, actor: 'operator:test', at });
    const cause = { type: 'operator_credit', id: accountId };
    await topUp(tx, { walletId, amountMicros: micros(17_340_000n), from: 'operator_credit', cause, at });
  });
}

test('credit never expires: no job of the server touches an idle wallet, however many years it lies', async () => {
  const [trial, paid] = [await apiCustomer(app), await apiCustomer(app)];
  await topUpBy(paid);
  const before = [await moneyOf(trial), await moneyOf(paid)];
  expect(before[1]).toMatchObject([{ wallet: { balance: 19_340_000, held: 0 }, entries: 2n }]);

  for (const days of [1, 32, 367, 3_653, 7_305]) {
    aheadMs = days * DAY_MS;
    const jobs = await app.runJobs();

    expect(jobs.length).toBeGreaterThan(10);
    // There is no engine to ask in this test; whatever else fails would hide what it does.
    expect(jobs.filter(({ name, failure }) => failure !== null && name !== 'reap calls')).toEqual([]);
    expect([await moneyOf(trial), await moneyOf(paid)], `${days} days on`).toEqual(before);
  }
});

test('no code path can: the ledger refuses that money expires, and to give it a day on which it would', async () => {
  const { walletId } = await apiCustomer(app);

  await expect(expireWallet(database, { walletId, at: new Date(start + 3_653 * DAY_MS) })).rejects.toThrow(
    /does not expire/,
  );
  const dated = sql`insert into ledger.wallet (id, account_id, unit, created_at, expires_at)
    values (gen_random_uuid(), gen_random_uuid(), 'USD', now(), now())`.execute(database);
  await expect(dated).rejects.toThrow(/wallet_of_money_never_expires/);
});
