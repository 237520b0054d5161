import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createAllowanceExpirer } from './expire-allowances.ts';
import { createPlanRenewer } from './renew-plans.ts';
import { planWorld } from '../../testing/money/plan-world.ts';

/** Five accounts whose plan is over, the first one longest, and a table that cannot be written for the first four. */
async function fiveOverdue(database: Database, broken: 'subscription' | 'allowance') {
  const world = planWorld(database);
  const accounts = [];
  for (let count = 0; count < 5; count++) {
    const account = await world.account(20);
    await world.change(account, 'plus');
    accounts.push(account);
    world.passDays(0.01);
  }
  world.passDays(31);
  const ids = accounts.slice(0, 4).map(({ id }) => id);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`.execute(
    database,
  );
  await sql`create trigger broken before update on billing.${sql.ref(broken)} for each row
    when (old.account_id::text = any (${sql.lit(`{${ids.join()}}`)})) execute function refuse()`.execute(database);
  const mend = async () => void (await sql`drop trigger broken on billing.${sql.ref(broken)}`.execute(database));
  return { world, accounts, mend };
}

test('plans that cannot be renewed do not keep the others, however many they are, and are renewed once they can be', async () => {
  const { database } = await testDatabase();
  const { world, accounts, mend } = await fiveOverdue(database, 'subscription');
  const renew = createPlanRenewer(world.renewDeps, 2);
  const timesPaid = async () => await Promise.all(accounts.map(async (account) => (await world.taken(account)).length));

  await renew();
  await renew();
  expect(await timesPaid()).toEqual([1, 1, 1, 1, 1]);
  await renew();
  expect(await timesPaid()).toEqual([1, 1, 1, 1, 2]);

  await mend();
  for (let round = 0; round < 3; round++) await renew();
  expect(await timesPaid()).toEqual([2, 2, 2, 2, 2]);
});

test('allowances that cannot be closed do not keep the others, however many they are, and are closed once they can be', async () => {
  const { database } = await testDatabase();
  const { world, accounts, mend } = await fiveOverdue(database, 'allowance');
  const expire = createAllowanceExpirer(world.renewDeps, 4);
  const closed = async () => {
    const { rows } = await sql<{ account_id: string; closed: number }>`
      select account_id, count(closed_at)::int as closed from billing.allowance group by account_id`.execute(database);
    return accounts.map(({ id }) => rows.find((row) => row.account_id === id)?.closed);
  };

  for (let round = 0; round < 4; round++) await expire();
  expect(await closed()).toEqual([0, 0, 0, 0, 3]);

  await mend();
  for (let round = 0; round < 4; round++) await expire();
  expect(await closed()).toEqual([3, 3, 3, 3, 3]);
});
