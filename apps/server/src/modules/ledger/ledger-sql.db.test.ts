import type { Micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { availableSql, type Cause, closeManySql, holdSql, placeEachSql } from './index.ts';
import { aCause, at, walletsOf } from './testing/wallets.ts';

const { database } = await testDatabase();
const { aWallet, aHold, moneyOf } = walletsOf(database);

async function hold(wanted: { walletId: string; amount: number; seen?: number; cause?: Cause; holdId?: string }) {
  const { rows } = await sql<{ outcome: string }>`select ${holdSql({
    holdId: wanted.holdId ?? newId(),
    walletId: wanted.walletId,
    amountMicros: usd(wanted.amount),
    seenMicros: wanted.seen === undefined ? null : usd(wanted.seen),
    cause: wanted.cause ?? aCause('call'),
    at,
  })} as outcome`.execute(database);
  return rows[0]?.outcome;
}

async function close(closing: { holdId: string; charge: number | null; cause?: Cause }) {
  const chargeMicros: Micros | null = closing.charge === null ? null : usd(closing.charge);
  const cause = closing.cause ?? aCause('call');
  await sql`select ${closeManySql([{ holdId: closing.holdId, chargeMicros, cause, houseAccount: 'revenue', at }])}`.execute(
    database,
  );
}

test('a hold is for exactly what was asked, or there is none', async () => {
  const walletId = await aWallet(1);

  expect(await hold({ walletId, amount: 0.6 })).toBe('held');
  expect(await hold({ walletId, amount: 0.6 })).toBe('out_of_credit');
  expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: usd(0.6) });
});

test('a hold for a wallet that is not as it was seen is none', async () => {
  const walletId = await aWallet(1);
  await aHold(walletId, 0.3);

  expect(await hold({ walletId, amount: 0.2, seen: 1 })).toBe('changed');
  expect(await hold({ walletId, amount: 0.2, seen: 0.7 })).toBe('held');
  expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: usd(0.5) });
});

test('of holds for one wallet at once, all of whom saw the same, one is had', async () => {
  const walletId = await aWallet(1);

  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => await hold({ walletId, amount: 0.05, seen: 1 })),
  );

  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'changed'), 'held']);
  expect((await moneyOf(walletId)).held).toBe(usd(0.05));
});

test('a cause holds once', async () => {
  const walletId = await aWallet(1);
  const cause = aCause('call');
  await hold({ walletId, amount: 0.1, cause });

  expect(await hold({ walletId, amount: 0.1, cause })).toBe('repeat');
  expect((await moneyOf(walletId)).held).toBe(usd(0.1));
});

async function placeEach(holds: readonly { walletId: string; amount: number; cause?: Cause }[]) {
  const each = holds.map(({ walletId, amount, cause = aCause('message') }) => ({
    holdId: newId(),
    walletId,
    amountMicros: usd(amount),
    cause,
  }));
  await sql`select ${placeEachSql(each, at)}`.execute(database);
}

test('many holds are placed together exactly, two of one wallet too, and their pages are told', async () => {
  const [first, second] = [await aWallet(1), await aWallet(1)];

  await placeEach([
    { walletId: first, amount: 0.4 },
    { walletId: second, amount: 1 },
    { walletId: first, amount: 0.6 },
  ]);

  expect(await moneyOf(first)).toEqual({ balance: usd(1), held: usd(1) });
  expect(await moneyOf(second)).toEqual({ balance: usd(1), held: usd(1) });
  const { rows } = await sql<{ subject: string }>`select distinct subject_id as subject from platform.event
    where type = 'wallet.changed' and subject_id = any (${[first, second]})`.execute(database);
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual([first, second].toSorted());
});

test('of holds that are placed together none is had where one is not covered, is of nothing, or held before', async () => {
  const [first, second] = [await aWallet(1), await aWallet(1)];
  const cause = aCause('message');
  await placeEach([{ walletId: second, amount: 0.1, cause }]);
  for (const { why, ...wrong } of [
    { amount: 0.91, why: 'wallet_balance_covers_held' },
    { amount: 0, why: 'a hold of nothing is none' },
    { amount: 0.1, cause, why: 'hold_cause_type_cause_id_key' },
  ]) {
    const both = [
      { walletId: first, amount: 0.1 },
      { walletId: second, ...wrong },
    ];
    await expect(placeEach(both)).rejects.toThrow(why);
  }
  expect((await moneyOf(first)).held).toBe(usd(0));
  expect((await moneyOf(second)).held).toBe(usd(0.1));
});

test('a hold is closed with its charge, or released whole, once', async () => {
  const walletId = await aWallet(1);
  const [charged, released] = [await aHold(walletId, 0.3), await aHold(walletId, 0.3)];
  const cause = aCause('call');
  for (const _time of [1, 2]) {
    await close({ holdId: charged, charge: 0.1, cause });
    await close({ holdId: released, charge: null });
  }

  expect(await moneyOf(walletId)).toEqual({ balance: usd(0.9), held: usd(0) });
});

test('a hold that cannot be closed exactly so fails the statement, and nothing moves', async () => {
  const walletId = await aWallet(1);
  const [open, settled, released] = [
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
  ];
  const cause = aCause('call');
  await close({ holdId: settled, charge: 0.1, cause });
  await close({ holdId: released, charge: null });
  const before = await moneyOf(walletId);

  await expect(close({ holdId: open, charge: 0.3 })).rejects.toThrow('cannot be closed');
  await expect(close({ holdId: settled, charge: 0.1 })).rejects.toThrow('cannot be closed');
  await expect(close({ holdId: settled, charge: 0.05, cause })).rejects.toThrow('cannot be closed');
  await expect(close({ holdId: settled, charge: null })).rejects.toThrow('cannot be closed');
  await expect(close({ holdId: released, charge: 0.1 })).rejects.toThrow('cannot be closed');
  expect(await moneyOf(walletId)).toEqual(before);
});

test('what is available of a wallet is its balance less what is held; null: there is no such wallet', async () => {
  const walletId = await aWallet(1);
  await aHold(walletId, 0.25);
  const available = async (id: string) =>
    (await sql<{ available: bigint | null }>`select ${availableSql(sql`${id}::uuid`)} as available`.execute(database))
      .rows[0]?.available;

  expect(await available(walletId)).toBe(usd(0.75));
  expect(await available(newId())).toBeNull();
});
