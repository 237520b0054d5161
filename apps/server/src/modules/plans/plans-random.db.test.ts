import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { Account } from '../accounts/index.ts';
import { planWorld } from '../../testing/money/plan-world.ts';

const { database } = await testDatabase({ poolSize: 8 });

const ACCOUNTS = 6;
const STEPS = 300;
const RATES: Record<string, string> = { basic: 'sample', plus: 'sample-plus', pro: 'sample-pro' };

const who = fc.nat(ACCOUNTS - 1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('change'), who, to: fc.constantFrom('basic', 'plus', 'pro') }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay'), who, dollars: fc.constantFrom(1, 5, 20) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pass'), days: fc.constantFrom(0.5, 1, 9, 29, 31, 70) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work') }) },
);

test('whatever happens to plans, in whatever order, each period is paid once and the books agree', async () => {
  const world = planWorld(database);
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, async () => await world.account(12)));
  for (const one of fc.sample(step, { numRuns: STEPS, seed: 20260310 })) {
    const account = 'who' in one ? accounts[one.who] : undefined;
    if ('to' in one && account !== undefined) {
      // A refusal is an answer too: it must have changed nothing, which the sums show.
      await world.change(account, one.to).catch(() => undefined);
    } else if ('dollars' in one && account !== undefined) await world.pay(account, one.dollars);
    else if ('days' in one) world.passDays(one.days);
    else {
      await Promise.all([world.renew(), world.renew()]);
      await world.expire();
    }
    if (account !== undefined) await agree(world, account);
  }
  for (const account of accounts) await agree(world, account);
  const { rows } = await sql<{ kind: string }>`select distinct kind from billing.plan_charge order by kind`.execute(
    database,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['change', 'renewal', 'start']);
});

/** Every charge stands in the ledger once, with its amount; no period is begun twice; rates and minutes are the plan's. */
async function agree(world: ReturnType<typeof planWorld>, account: Account): Promise<void> {
  const { planId, allowances } = await world.view(account);
  expect(await world.rateTable(account)).toBe(RATES[planId]);
  for (const { included, used, held, left } of allowances) expect(used + held + left).toBe(included);
  const { rows } = await sql<{ charged: bigint; taken: bigint; begun_twice: bigint; put_in: bigint; balance: bigint }>`
    select
      (select coalesce(sum(amount), 0)::bigint from billing.plan_charge where account_id = ${account.id}) as charged,
      (select coalesce(-sum(entry.amount), 0)::bigint from ledger.entry join ledger.transfer on transfer.id = transfer_id
        where wallet_id = ${account.walletId} and cause_type = 'plan') as taken,
      (select count(*) - count(distinct (subscription_id, period_from)) from billing.plan_charge
        where account_id = ${account.id} and kind <> 'change') as begun_twice,
      (select coalesce(sum(entry.amount), 0)::bigint from ledger.entry join ledger.transfer on transfer.id = transfer_id
        where wallet_id = ${account.walletId} and cause_type <> 'plan') as put_in,
      (select balance from ledger.wallet where id = ${account.walletId}) as balance`.execute(database);
  const [sums] = rows;
  if (sums === undefined) throw new Error('a select without from has a row');
  expect(sums.taken).toBe(sums.charged);
  expect(sums.begun_twice).toBe(0n);
  expect(sums.balance).toBe(sums.put_in - sums.charged);
  expect(sums.put_in).toBeGreaterThanOrEqual(usd(12));
}
