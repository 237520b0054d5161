import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type Cause, closeHolds, releaseHold, settleHold } from './index.ts';
import { aCause, at, walletsOf } from './testing/wallets.ts';

const { database } = await testDatabase();
const { aWallet, aHold, moneyOf } = walletsOf(database);

const closing = (holdId: string, charge: number | null, cause: Cause = aCause('message')) => ({
  holdId,
  chargeMicros: charge === null ? null : usd(charge),
  cause,
  houseAccount: 'revenue' as const,
});
const close = async (...closings: ReturnType<typeof closing>[]) => await closeHolds(database, { closings, at });

async function told(walletIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string }>`select subject_id from platform.event
    where type = 'wallet.changed' and subject_id = any (${walletIds}) order by id`.execute(database);
  return rows.map((row) => row.subject_id);
}

async function entriesOf(cause: Cause) {
  const { rows } = await sql<{ wallet_id: string | null; house_account: string | null; amount: bigint }>`
    select wallet_id, house_account, amount from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where cause_type = ${cause.type} and cause_id = ${cause.id} order by amount`.execute(database);
  return rows;
}

test('holds of several wallets are closed together: charged, for nothing, and released', async () => {
  const [one, other] = [await aWallet(1), await aWallet(1)];
  const [charged, free, released] = [await aHold(one, 0.3), await aHold(one, 0.2), await aHold(other, 0.5)];
  const whole = await aHold(other, 0.1);
  const cause = aCause('message');
  const before = (await told([one, other])).length;

  await close(closing(charged, 0.1, cause), closing(released, null), closing(free, 0), closing(whole, 0.1));

  expect(await moneyOf(one)).toEqual({ balance: usd(0.9), held: usd(0) });
  expect(await moneyOf(other)).toEqual({ balance: usd(0.9), held: usd(0) });
  expect(await entriesOf(cause)).toEqual([
    { wallet_id: one, house_account: null, amount: -usd(0.1) },
    { wallet_id: null, house_account: 'revenue', amount: usd(0.1) },
  ]);
  // Each wallet is told of once, whatever was closed.
  expect((await told([one, other])).slice(before).toSorted()).toEqual([one, other].toSorted());
});

test('what was closed before stays, and counts once, whatever is closed beside it', async () => {
  const walletId = await aWallet(1);
  const [first, second, released] = [
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
  ];
  const [cause, another] = [aCause('message'), aCause('message')];
  await close(closing(first, 0.1, cause), closing(released, null));
  await close(closing(second, 0.2, another), closing(first, 0.1, cause), closing(released, null));
  await close(closing(first, 0.1, cause), closing(second, 0.2, another));

  expect(await moneyOf(walletId)).toEqual({ balance: usd(0.7), held: usd(0) });
  expect(await entriesOf(cause)).toHaveLength(2);
});

test('a hold that stands there twice with one cause is charged once', async () => {
  const walletId = await aWallet(1);
  const holdId = await aHold(walletId, 0.2);
  const cause = aCause('message');
  await close(closing(holdId, 0.2, cause), closing(holdId, 0.2, cause));
  expect(await moneyOf(walletId)).toEqual({ balance: usd(0.8), held: usd(0) });
});

test('where one cannot be closed so, none is', async () => {
  const walletId = await aWallet(2);
  const good = await aHold(walletId, 0.2);
  const [open, settled, released] = [
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
    await aHold(walletId, 0.2),
  ];
  await settleHold(database, {
    holdId: settled,
    chargeMicros: usd(0.1),
    cause: aCause('message'),
    houseAccount: 'revenue',
    at,
  });
  await releaseHold(database, { holdId: released, at });
  const before = await moneyOf(walletId);
  const cause = aCause('message');

  for (const bad of [
    closing(open, 0.3),
    closing(settled, 0.1),
    closing(settled, null),
    closing(released, 0.1),
    { ...closing(open, 0), chargeMicros: micros(-1n) },
    closing(open, 0.1, cause),
    closing(newId(), 0.1),
  ]) {
    const goodCause = bad.cause === cause ? cause : aCause('message');
    await expect(close(closing(good, 0.1, goodCause), bad)).rejects.toMatchObject({ severity: 'ERROR' });
  }
  expect(await moneyOf(walletId)).toEqual(before);
});

test('holds that many close at once, in any order, are each charged once', async () => {
  const wallets = await Promise.all(Array.from({ length: 4 }, async () => await aWallet(1)));
  const closings = await Promise.all(
    Array.from({ length: 40 }, async (_, number) => closing(await aHold(wallets[number % 4] ?? '', 0.05), 0.05)),
  );
  const tries = [closings, closings.toReversed(), closings.toSorted((a, b) => a.holdId.localeCompare(b.holdId))];
  await Promise.all(tries.map(async (some) => await close(...some)));
  for (const walletId of wallets) {
    expect(await moneyOf(walletId)).toEqual({ balance: usd(0.5), held: usd(0) });
  }
});
