import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { owedBy, takeBack } from '../ledger/index.ts';
import { createOwedCollector } from './collect-owed.ts';
import { planWorld } from '../../testing/money/plan-world.ts';

test('wallets that cannot be collected from do not keep what others owe, however many they are', async () => {
  const { database } = await testDatabase();
  const world = planWorld(database);
  const somebodyWhoOwes = async () => {
    const account = await world.account(5);
    const { walletId } = account;
    const cause = { type: 'dispute', id: newId() };
    await takeBack(database, { walletId, amountMicros: usd(8), cause, at: world.clock.now() });
    await world.pay(account, 10);
    return account;
  };
  const owing: string[] = [];
  for (let count = 0; count < 6; count++) owing.push((await somebodyWhoOwes()).walletId);
  const broken = owing.toSorted().filter((_, place) => place !== 1 && place !== 5);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`.execute(
    database,
  );
  await sql`create trigger broken before update on ledger.owing
    for each row when (old.wallet_id::text = any (${sql.lit(`{${broken.join()}}`)})) execute function refuse()`.execute(
    database,
  );

  const deps = { database, clock: world.clock, log: createLog('silent'), publicUrl: '' };
  const collect = createOwedCollector(deps, 2);
  const owed = async () => await Promise.all(owing.toSorted().map(async (wallet) => await owedBy(database, wallet)));

  await collect();
  expect(await owed()).toEqual([usd(3), 0n, usd(3), usd(3), usd(3), usd(3)]);
  await collect();
  await collect();
  expect(await owed()).toEqual([usd(3), 0n, usd(3), usd(3), usd(3), 0n]);

  await sql`drop trigger broken on ledger.owing`.execute(database);
  for (let round = 0; round < 4; round++) await collect();
  expect(await owed()).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
});
