import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { owedBy, takeBack } from '../ledger/index.ts';
import { collectOwed } from './collect-owed.ts';
import { planWorld, usd } from './testing/plan-world.ts';

const { database } = await testDatabase();

test('a wallet that cannot be collected from does not keep what others owe', async () => {
  const world = planWorld(database);
  const somebodyWhoOwes = async () => {
    const account = await world.account(5);
    const { walletId } = account;
    const cause = { type: 'dispute', id: newId() };
    await takeBack(database, { walletId, amountMicros: usd(8), cause, at: world.clock.now() });
    await world.pay(account, 10);
    return account;
  };
  const owing = [await somebodyWhoOwes(), await somebodyWhoOwes(), await somebodyWhoOwes()];
  const broken = owing[1]?.walletId ?? '';
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`.execute(
    database,
  );
  await sql`create trigger broken before update on ledger.owing
    for each row when (old.wallet_id = ${sql.lit(broken)}) execute function refuse()`.execute(database);

  await collectOwed({ database, clock: world.clock, log: createLog('silent'), publicUrl: '' });

  const owed = await Promise.all(owing.map(async ({ walletId }) => await owedBy(database, walletId)));
  expect(owed).toEqual([0n, usd(3), 0n]);
});
