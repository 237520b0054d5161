import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Executor, inTransaction } from '../../platform/database.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { entrySpan, revenueFrom, settleHold, topUp, walletSums } from './index.ts';
import { aCause, at, walletsOf } from './testing/wallets.ts';

const { database } = await testDatabase();
const { aWallet, aHold } = walletsOf(database);

const found = async (db: Executor, span: { walletId: string; from: Date; to: Date }) => ({
  sums: await walletSums(db, span),
  revenue: await revenueFrom(db, span),
  entries: await entrySpan(db, span),
});
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const SPANS = [
  [0, 50],
  [20, 80],
  [60, 100],
] as const;

test('sums that are asked for again and again are those of all entries, whatever came meanwhile and however late', async () => {
  const walletId = await aWallet(50);
  // The order in which they are written is not that of their times.
  const seconds = [5, 70, 20, 49, 50, 0, 90, 21, 79, 80];
  for (const [place, second] of seconds.entries()) {
    const moving = { walletId, cause: aCause(place % 3 === 0 ? 'payment' : 'call'), at: later(second) };
    if (place % 3 === 0) await topUp(database, { ...moving, amountMicros: usd(1), from: 'payments' });
    else {
      const holdId = await aHold(walletId, 0.5);
      const chargeMicros = micros(BigInt(1_000 + place));
      await settleHold(database, { holdId, chargeMicros, cause: moving.cause, houseAccount: 'revenue', at: moving.at });
    }
    for (const [from, to] of SPANS) {
      const span = { walletId, from: later(from), to: later(to) };
      // Within a transaction of its own nothing is remembered.
      const anew = await inTransaction(database, async (tx) => await found(tx, span));
      expect(await found(database, span)).toEqual(anew);
    }
  }
});

test('what was summed up is not read again: of an account with many calls only what came since', async () => {
  const walletId = await aWallet(2);
  const span = { walletId, from: later(-1), to: later(10) };
  const first = await walletSums(database, span);
  // Nothing of the product can do this: whoever read it again would miss it.
  await sql`alter table ledger.entry disable trigger entry_is_final`.execute(database);
  await sql`update ledger.entry set amount = 1 where wallet_id = ${walletId}`.execute(database);
  await sql`alter table ledger.entry enable trigger entry_is_final`.execute(database);
  expect(await walletSums(database, span)).toEqual(first);

  await topUp(database, { walletId, amountMicros: usd(1), from: 'payments', cause: aCause('payment'), at });

  expect(await walletSums(database, span)).toMatchObject({ openingMicros: 0n, closingMicros: usd(3) });
});

test('what has been seen is passed over by its position, also by a plan that is made for any position', async () => {
  const { database: one } = await testDatabase({ poolSize: 1 });
  const walletId = await walletsOf(one).aWallet(1);
  for (let place = 0; place < ENTRIES; place += 1)
    await topUp(one, { walletId, amountMicros: usd(1), from: 'payments', cause: aCause('payment'), at });
  await sql`analyze ledger.entry`.execute(one);
  await sql`set plan_cache_mode = force_generic_plan`.execute(one);
  const span = { walletId, from: later(-1), to: later(10) };
  await found(one, span);
  await found(one, span);
  const before = await rowsRead(one);
  await found(one, span);
  expect((await rowsRead(one)) - before).toBeLessThan(ENTRIES);
});

const ENTRIES = 100;

/** How many entries the only connection of a database has read by an index or without. */
async function rowsRead(one: Executor): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(one);
  const { rows } = await sql<{ read: bigint }>`
    select idx_tup_fetch + seq_tup_read as read from pg_stat_user_tables where relid = 'ledger.entry'::regclass`.execute(
    one,
  );
  return Number(rows[0]?.read ?? 0);
}
