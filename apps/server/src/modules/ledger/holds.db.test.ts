import { micros } from '@farline/contracts';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import {
  availableMicros,
  enlargeHold,
  entriesOf,
  findHold,
  findWallet,
  placeHold,
  releaseHold,
  revenueFrom,
  settleHold,
  topUp,
} from './index.ts';
import { aCause, at, walletsOf } from './testing/wallets.ts';

const { database } = await testDatabase({ poolSize: 20 });
const { aWallet, aHold, moneyOf, changesTold } = walletsOf(database);

describe('holds', () => {
  test('what is held stays in the balance and is not available', async () => {
    const walletId = await aWallet(2);
    await aHold(walletId, 0.5);

    const wallet = await findWallet(database, walletId);
    expect(wallet).toMatchObject({ balanceMicros: usd(2), heldMicros: usd(0.5) });
    expect(wallet && availableMicros(wallet)).toBe(usd(1.5));
  });

  test('a hold takes all there is when that is enough, and is refused when it is not', async () => {
    const walletId = await aWallet(1);
    const wanted = { walletId, wantedMicros: usd(3), at };

    expect(await placeHold(database, { ...wanted, leastMicros: usd(1.01), cause: aCause() })).toEqual({
      allowed: false,
      reason: 'out_of_credit',
      availableMicros: usd(1),
    });
    expect(await placeHold(database, { ...wanted, leastMicros: usd(0.1), cause: aCause() })).toMatchObject({
      allowed: true,
      heldMicros: usd(1),
    });
    expect(await placeHold(database, { ...wanted, leastMicros: micros(1n), cause: aCause() })).toMatchObject({
      allowed: false,
      availableMicros: 0n,
    });
  });

  test('two hundred holds at once on credit for three: exactly three', async () => {
    const walletId = await aWallet(0.3);
    const results = await Promise.all(
      Array.from({ length: 200 }, () =>
        placeHold(database, {
          walletId,
          wantedMicros: usd(0.1),
          leastMicros: usd(0.1),
          cause: aCause('call'),
          at,
        }),
      ),
    );

    expect(results.filter((result) => result.allowed)).toHaveLength(3);
    expect(await moneyOf(walletId)).toEqual({ balance: usd(0.3), held: usd(0.3) });
  });

  test('two servers that authorise one call at once make one hold', async () => {
    const walletId = await aWallet(1);
    const hold = { walletId, wantedMicros: usd(0.4), leastMicros: usd(0.1), cause: aCause('call'), at };
    const results = await Promise.all([placeHold(database, hold), placeHold(database, hold)]);

    expect(new Set(results.map((result) => result.allowed && result.holdId)).size).toBe(1);
    expect(results.filter((result) => result.allowed && result.isRepeat)).toHaveLength(1);
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: usd(0.4) });
  });

  test('the cause of a hold that is over holds nothing again', async () => {
    const walletId = await aWallet(1);
    const hold = { walletId, wantedMicros: usd(0.4), leastMicros: usd(0.1), cause: aCause('call'), at };
    const placed = await placeHold(database, hold);
    if (!placed.allowed) throw new Error(placed.reason);
    await releaseHold(database, { holdId: placed.holdId, at });

    expect(await placeHold(database, hold)).toEqual({ allowed: false, reason: 'hold_closed' });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: 0n });
  });

  test.each([
    [0n, 0n],
    [-5n, -5n],
    [5n, 6n],
    [5n, 0n],
  ])('a hold of %s with at least %s makes no sense and throws', async (wanted, least) => {
    const walletId = await aWallet(1);
    const placing = placeHold(database, {
      walletId,
      wantedMicros: micros(wanted),
      leastMicros: micros(least),
      cause: aCause(),
      at,
    });
    await expect(placing).rejects.toThrow('is none');
  });

  test('an enlargement counts once for its key, takes what there is, and is refused when that is not enough', async () => {
    const walletId = await aWallet(1);
    const holdId = await aHold(walletId, 0.4);
    const enlargement = { holdId, wantedMicros: usd(0.5), leastMicros: usd(0.2), key: 'second stretch', at };

    expect(await enlargeHold(database, enlargement)).toEqual({
      enlarged: true,
      addedMicros: usd(0.5),
      heldMicros: usd(0.9),
      isRepeat: false,
    });
    expect(await enlargeHold(database, enlargement)).toMatchObject({ isRepeat: true, heldMicros: usd(0.9) });
    const third = { ...enlargement, key: 'third stretch' };
    expect(await enlargeHold(database, third)).toEqual({ enlarged: false, reason: 'out_of_credit' });
    expect(await enlargeHold(database, { ...third, leastMicros: usd(0.1) })).toMatchObject({
      enlarged: true,
      addedMicros: usd(0.1),
    });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: usd(1) });
  });

  test('a top-up makes a refused enlargement possible under the same key', async () => {
    const walletId = await aWallet(0.4);
    const holdId = await aHold(walletId, 0.4);
    const enlargement = { holdId, wantedMicros: usd(0.2), leastMicros: usd(0.2), key: 'second stretch', at };
    expect(await enlargeHold(database, enlargement)).toEqual({ enlarged: false, reason: 'out_of_credit' });

    await topUp(database, { walletId, amountMicros: usd(1), from: 'payments', cause: aCause(), at });

    expect(await enlargeHold(database, enlargement)).toMatchObject({ enlarged: true, heldMicros: usd(0.6) });
  });
});

describe('the end of a hold', () => {
  test('a settlement takes the charge, releases the rest, and the house earns it', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const settled = await settleHold(database, {
      holdId,
      chargeMicros: usd(0.123456),
      cause: aCause('call'),
      houseAccount: 'revenue',
      at,
    });

    expect(settled).toMatchObject({ settled: true, chargedMicros: usd(0.123456), isRepeat: false });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1.876544), held: 0n });
    expect(await findHold(database, holdId)).toMatchObject({ state: 'settled', chargedMicros: usd(0.123456) });
    const span = { walletId, from: at, to: new Date(at.getTime() + 1) };
    expect(await revenueFrom(database, span)).toEqual({
      callsMicros: usd(0.123456),
      totalMicros: usd(0.123456),
    });
    expect(await revenueFrom(database, { ...span, to: at })).toEqual({ callsMicros: 0n, totalMicros: 0n });
  });

  test('an end that comes five times at once is charged once, and each gets the first result', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const cause = aCause('call');
    const results = await Promise.all(
      [0.1, 0.1, 0.2, 0.1, 0.3].map((charge) =>
        settleHold(database, { holdId, chargeMicros: usd(charge), cause, houseAccount: 'revenue', at }),
      ),
    );

    const first = results.find((result) => result.settled && !result.isRepeat);
    expect(first).toBeDefined();
    for (const result of results) expect({ ...result, isRepeat: false }).toEqual(first);
    expect((await moneyOf(walletId)).held).toBe(0n);
    expect((await entriesOf(database, { walletId, limit: 10 })).items).toHaveLength(2);
  });

  test('a call without answer costs nothing: its hold is given back and no transfer is made', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const cause = aCause('call');
    const settlement = { holdId, chargeMicros: micros(0n), cause, houseAccount: 'revenue' as const, at };

    expect(await settleHold(database, settlement)).toEqual({
      settled: true,
      chargedMicros: 0n,
      transferId: null,
      isRepeat: false,
    });
    expect(await settleHold(database, settlement)).toMatchObject({ transferId: null, isRepeat: true });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(2), held: 0n });
  });

  test('nobody is charged more than was held', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const settled = await settleHold(database, {
      holdId,
      chargeMicros: micros(usd(0.5) + 1n),
      cause: aCause('call'),
      houseAccount: 'revenue',
      at,
    });

    expect(settled).toEqual({ settled: false, reason: 'charge_exceeds_hold' });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(2), held: usd(0.5) });
  });

  test('a hold ends once: released is not settled, settled is not released, another cause is refused', async () => {
    const walletId = await aWallet(2);
    const released = await aHold(walletId, 0.5);
    const settled = await aHold(walletId, 0.5);
    const settlement = { chargeMicros: usd(0.1), houseAccount: 'revenue' as const, at };
    expect(await releaseHold(database, { holdId: released, at })).toEqual({ released: true, isRepeat: false });
    await settleHold(database, { ...settlement, holdId: settled, cause: aCause('call') });

    expect(await releaseHold(database, { holdId: released, at })).toEqual({ released: true, isRepeat: true });
    expect(await releaseHold(database, { holdId: settled, at })).toEqual({ released: false, reason: 'hold_settled' });
    expect(await settleHold(database, { ...settlement, holdId: released, cause: aCause('call') })).toEqual({
      settled: false,
      reason: 'hold_released',
    });
    expect(await settleHold(database, { ...settlement, holdId: settled, cause: aCause('call') })).toEqual({
      settled: false,
      reason: 'settled_for_another_cause',
    });
    const enlargement = { wantedMicros: usd(1), leastMicros: usd(1), key: 'late', at };
    expect(await enlargeHold(database, { ...enlargement, holdId: settled })).toEqual({
      enlarged: false,
      reason: 'hold_closed',
    });
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1.9), held: 0n });
  });

  test('a settlement that is rolled back never was', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const told = await changesTold(walletId);
    const ending = inTransaction(database, async (tx) => {
      await settleHold(tx, { holdId, chargeMicros: usd(0.1), cause: aCause('call'), houseAccount: 'revenue', at });
      throw new Error('the rest of the end failed');
    });

    await expect(ending).rejects.toThrow('the rest of the end failed');
    expect(await moneyOf(walletId)).toEqual({ balance: usd(2), held: usd(0.5) });
    expect(await changesTold(walletId)).toBe(told);
  });
});
