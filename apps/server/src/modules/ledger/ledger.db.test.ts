import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import {
  type Cause,
  availableMicros,
  createWallet,
  enlargeHold,
  entriesOf,
  findHold,
  findWallet,
  findWalletOf,
  placeHold,
  postTransfer,
  releaseHold,
  revenueFrom,
  settleHold,
  topUp,
} from './index.ts';

const { database } = await testDatabase({ poolSize: 20 });
const at = new Date('2026-03-01T12:00:00Z');
const dollars = (amount: number): Micros => micros(BigInt(Math.round(amount * 1_000_000)));
const aCause = (type = 'test'): Cause => ({ type, id: newId() });

async function aWallet(balance = 0): Promise<string> {
  const walletId = newId();
  await createWallet(database, { walletId, accountId: newId(), unit: 'USD', at });
  if (balance > 0) {
    await topUp(database, { walletId, amountMicros: dollars(balance), from: 'trial_credit', cause: aCause(), at });
  }
  return walletId;
}

async function moneyOf(walletId: string): Promise<{ balance: Micros; held: Micros }> {
  const wallet = await findWallet(database, walletId);
  if (wallet === null) throw new Error('no such wallet');
  return { balance: wallet.balanceMicros, held: wallet.heldMicros };
}

async function aHold(walletId: string, amount: number): Promise<string> {
  const placed = await placeHold(database, {
    walletId,
    wantedMicros: dollars(amount),
    leastMicros: dollars(amount),
    cause: aCause('call'),
    at,
  });
  if (!placed.allowed) throw new Error(placed.reason);
  return placed.holdId;
}

async function changesTold(walletId: string): Promise<number> {
  const { rows } = await sql<{ told: bigint }>`
    select count(*) as told from platform.event where type = 'wallet.changed' and subject_id = ${walletId}`.execute(
    database,
  );
  return Number(rows[0]?.told ?? 0n);
}

describe('top-ups', () => {
  test('a top-up raises the balance by exactly its amount, and the house gave it', async () => {
    const walletId = await aWallet();
    const { transferId } = await topUp(database, {
      walletId,
      amountMicros: micros(12_345_678n),
      from: 'operator_credit',
      cause: aCause(),
      at,
    });

    expect(await moneyOf(walletId)).toEqual({ balance: 12_345_678n, held: 0n });
    const { rows } = await sql<{ house_account: string; amount: bigint }>`
      select house_account, amount from ledger.entry
      where transfer_id = ${transferId} and house_account is not null`.execute(database);
    expect(rows).toEqual([{ house_account: 'operator_credit', amount: -12_345_678n }]);
  });

  test('a cause counts once, also when it comes ten times at once', async () => {
    const walletId = await aWallet();
    const cause = aCause('payment');
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        topUp(database, { walletId, amountMicros: dollars(5), from: 'payments', cause, at }),
      ),
    );

    expect(new Set(results.map((result) => result.transferId)).size).toBe(1);
    expect(results.filter((result) => !result.isRepeat)).toHaveLength(1);
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(5), held: 0n });
  });

  test('a cause that moved one amount cannot move another', async () => {
    const walletId = await aWallet();
    const cause = aCause('payment');
    await topUp(database, { walletId, amountMicros: dollars(5), from: 'payments', cause, at });

    const again = topUp(database, { walletId, amountMicros: dollars(6), from: 'payments', cause, at });

    await expect(again).rejects.toThrow('was used for another transfer');
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(5), held: 0n });
  });

  test.each([0n, -1n, 1_000_000_000_001n])(
    'an amount of %s micro-dollars is refused with its sentence',
    async (amount) => {
      const walletId = await aWallet();
      const refused = topUp(database, {
        walletId,
        amountMicros: micros(amount),
        from: 'payments',
        cause: aCause(),
        at,
      });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
    },
  );

  test('a wallet that does not exist gets no money', async () => {
    const refused = topUp(database, {
      walletId: newId(),
      amountMicros: dollars(1),
      from: 'payments',
      cause: aCause(),
      at,
    });
    await expect(refused).rejects.toMatchObject({ code: 'wallet_not_found', status: 404 });
  });

  test('an account has one wallet in a unit, and making it twice changes nothing', async () => {
    const accountId = newId();
    const walletId = newId();
    await createWallet(database, { walletId, accountId, unit: 'USD', at });
    await createWallet(database, { walletId, accountId, unit: 'USD', at });

    expect(await findWalletOf(database, { accountId, unit: 'USD' })).toMatchObject({ id: walletId, balanceMicros: 0n });
    await expect(createWallet(database, { walletId: newId(), accountId, unit: 'USD', at })).rejects.toThrow('unique');
  });
});

describe('holds', () => {
  test('what is held stays in the balance and is not available', async () => {
    const walletId = await aWallet(2);
    await aHold(walletId, 0.5);

    const wallet = await findWallet(database, walletId);
    expect(wallet).toMatchObject({ balanceMicros: dollars(2), heldMicros: dollars(0.5) });
    expect(wallet && availableMicros(wallet)).toBe(dollars(1.5));
  });

  test('a hold takes all there is when that is enough, and is refused when it is not', async () => {
    const walletId = await aWallet(1);
    const wanted = { walletId, wantedMicros: dollars(3), at };

    expect(await placeHold(database, { ...wanted, leastMicros: dollars(1.01), cause: aCause() })).toEqual({
      allowed: false,
      reason: 'out_of_credit',
      availableMicros: dollars(1),
    });
    expect(await placeHold(database, { ...wanted, leastMicros: dollars(0.1), cause: aCause() })).toMatchObject({
      allowed: true,
      heldMicros: dollars(1),
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
          wantedMicros: dollars(0.1),
          leastMicros: dollars(0.1),
          cause: aCause('call'),
          at,
        }),
      ),
    );

    expect(results.filter((result) => result.allowed)).toHaveLength(3);
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(0.3), held: dollars(0.3) });
  });

  test('two servers that authorise one call at once make one hold', async () => {
    const walletId = await aWallet(1);
    const hold = { walletId, wantedMicros: dollars(0.4), leastMicros: dollars(0.1), cause: aCause('call'), at };
    const results = await Promise.all([placeHold(database, hold), placeHold(database, hold)]);

    expect(new Set(results.map((result) => result.allowed && result.holdId)).size).toBe(1);
    expect(results.filter((result) => result.allowed && result.isRepeat)).toHaveLength(1);
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1), held: dollars(0.4) });
  });

  test('the cause of a hold that is over holds nothing again', async () => {
    const walletId = await aWallet(1);
    const hold = { walletId, wantedMicros: dollars(0.4), leastMicros: dollars(0.1), cause: aCause('call'), at };
    const placed = await placeHold(database, hold);
    if (!placed.allowed) throw new Error(placed.reason);
    await releaseHold(database, { holdId: placed.holdId, at });

    expect(await placeHold(database, hold)).toEqual({ allowed: false, reason: 'hold_closed' });
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1), held: 0n });
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
    const enlargement = { holdId, wantedMicros: dollars(0.5), leastMicros: dollars(0.2), key: 'second stretch', at };

    expect(await enlargeHold(database, enlargement)).toEqual({
      enlarged: true,
      addedMicros: dollars(0.5),
      heldMicros: dollars(0.9),
      isRepeat: false,
    });
    expect(await enlargeHold(database, enlargement)).toMatchObject({ isRepeat: true, heldMicros: dollars(0.9) });
    const third = { ...enlargement, key: 'third stretch' };
    expect(await enlargeHold(database, third)).toEqual({ enlarged: false, reason: 'out_of_credit' });
    expect(await enlargeHold(database, { ...third, leastMicros: dollars(0.1) })).toMatchObject({
      enlarged: true,
      addedMicros: dollars(0.1),
    });
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1), held: dollars(1) });
  });

  test('a top-up makes a refused enlargement possible under the same key', async () => {
    const walletId = await aWallet(0.4);
    const holdId = await aHold(walletId, 0.4);
    const enlargement = { holdId, wantedMicros: dollars(0.2), leastMicros: dollars(0.2), key: 'second stretch', at };
    expect(await enlargeHold(database, enlargement)).toEqual({ enlarged: false, reason: 'out_of_credit' });

    await topUp(database, { walletId, amountMicros: dollars(1), from: 'payments', cause: aCause(), at });

    expect(await enlargeHold(database, enlargement)).toMatchObject({ enlarged: true, heldMicros: dollars(0.6) });
  });
});

describe('the end of a hold', () => {
  test('a settlement takes the charge, releases the rest, and the house earns it', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const settled = await settleHold(database, {
      holdId,
      chargeMicros: dollars(0.123456),
      cause: aCause('call'),
      houseAccount: 'revenue',
      at,
    });

    expect(settled).toMatchObject({ settled: true, chargedMicros: dollars(0.123456), isRepeat: false });
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1.876544), held: 0n });
    expect(await findHold(database, holdId)).toMatchObject({ state: 'settled', chargedMicros: dollars(0.123456) });
    const span = { walletId, from: at, to: new Date(at.getTime() + 1) };
    expect(await revenueFrom(database, span)).toBe(dollars(0.123456));
    expect(await revenueFrom(database, { ...span, to: at })).toBe(0n);
  });

  test('an end that comes five times at once is charged once, and each gets the first result', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const cause = aCause('call');
    const results = await Promise.all(
      [0.1, 0.1, 0.2, 0.1, 0.3].map((charge) =>
        settleHold(database, { holdId, chargeMicros: dollars(charge), cause, houseAccount: 'revenue', at }),
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
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(2), held: 0n });
  });

  test('nobody is charged more than was held', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const settled = await settleHold(database, {
      holdId,
      chargeMicros: micros(dollars(0.5) + 1n),
      cause: aCause('call'),
      houseAccount: 'revenue',
      at,
    });

    expect(settled).toEqual({ settled: false, reason: 'charge_exceeds_hold' });
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(2), held: dollars(0.5) });
  });

  test('a hold ends once: released is not settled, settled is not released, another cause is refused', async () => {
    const walletId = await aWallet(2);
    const released = await aHold(walletId, 0.5);
    const settled = await aHold(walletId, 0.5);
    const settlement = { chargeMicros: dollars(0.1), houseAccount: 'revenue' as const, at };
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
    const enlargement = { wantedMicros: dollars(1), leastMicros: dollars(1), key: 'late', at };
    expect(await enlargeHold(database, { ...enlargement, holdId: settled })).toEqual({
      enlarged: false,
      reason: 'hold_closed',
    });
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1.9), held: 0n });
  });

  test('a settlement that is rolled back never was', async () => {
    const walletId = await aWallet(2);
    const holdId = await aHold(walletId, 0.5);
    const told = await changesTold(walletId);
    const ending = inTransaction(database, async (tx) => {
      await settleHold(tx, { holdId, chargeMicros: dollars(0.1), cause: aCause('call'), houseAccount: 'revenue', at });
      throw new Error('the rest of the end failed');
    });

    await expect(ending).rejects.toThrow('the rest of the end failed');
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(2), held: dollars(0.5) });
    expect(await changesTold(walletId)).toBe(told);
  });
});

describe('transfers', () => {
  test('money moves between wallets, but not what is held', async () => {
    const [from, to] = [await aWallet(1), await aWallet()];
    await aHold(from, 0.7);
    const send = (amount: number) =>
      postTransfer(database, {
        cause: aCause('gift'),
        unit: 'USD',
        at,
        entries: [
          { walletId: from, amountMicros: dollars(-amount) },
          { walletId: to, amountMicros: dollars(amount) },
        ],
      });

    expect(await send(0.31)).toEqual({ posted: false, reason: 'out_of_credit' });
    expect(await send(0.3)).toMatchObject({ posted: true });
    expect(await moneyOf(from)).toEqual({ balance: dollars(0.7), held: dollars(0.7) });
    expect(await moneyOf(to)).toEqual({ balance: dollars(0.3), held: 0n });
  });

  test('transfers that cross do not lock each other out', async () => {
    const [a, b] = [await aWallet(10), await aWallet(10)];
    const send = (from: string, to: string) =>
      postTransfer(database, {
        cause: aCause('gift'),
        unit: 'USD',
        at,
        entries: [
          { walletId: from, amountMicros: dollars(-0.01) },
          { walletId: to, amountMicros: dollars(0.01) },
        ],
      });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => (turn % 2 === 0 ? send(a, b) : send(b, a))),
    );

    expect(results.every((result) => result.posted)).toBe(true);
    expect(await moneyOf(a)).toEqual({ balance: dollars(10), held: 0n });
  });

  test('entries that do not sum to zero, in another unit, or of nothing are refused', async () => {
    const walletId = await aWallet(1);
    const post = (unit: string, amounts: [number, number]) =>
      postTransfer(database, {
        cause: aCause(),
        unit,
        at,
        entries: [
          { walletId, amountMicros: dollars(amounts[0]) },
          { houseAccount: 'revenue', amountMicros: dollars(amounts[1]) },
        ],
      });

    await expect(post('USD', [0.5, -0.4])).rejects.toThrow('sum to zero');
    await expect(post('EUR', [0.5, -0.5])).rejects.toThrow('there is no wallet');
    await expect(post('USD', [0, 0])).rejects.toThrow('entry_amount_check');
    expect(await moneyOf(walletId)).toEqual({ balance: dollars(1), held: 0n });
  });

  test('entries come newest first, page by page, with the running balance', async () => {
    const walletId = await aWallet();
    for (const amount of [1, 2, 3, 4, 5]) {
      await topUp(database, { walletId, amountMicros: dollars(amount), from: 'payments', cause: aCause(), at });
    }
    const first = await entriesOf(database, { walletId, limit: 3 });
    const second = await entriesOf(database, { walletId, limit: 3, cursor: first.nextCursor ?? '' });

    expect([...first.items, ...second.items].map((entry) => entry.balanceAfterMicros)).toEqual(
      [15, 10, 6, 3, 1].map(dollars),
    );
    expect(second.nextCursor).toBeNull();
    await expect(entriesOf(database, { walletId, limit: 3, cursor: 'first' })).rejects.toMatchObject({ status: 400 });
  });

  test('every movement of a wallet is told once, in its transaction', async () => {
    const walletId = await aWallet(1);
    const holdId = await aHold(walletId, 0.5);
    await enlargeHold(database, { holdId, wantedMicros: micros(1n), leastMicros: micros(1n), key: 'more', at });
    const settlement = { holdId, chargeMicros: micros(1n), cause: aCause(), houseAccount: 'revenue' as const, at };
    await settleHold(database, settlement);
    await settleHold(database, settlement);

    expect(await changesTold(walletId)).toBe(4);
  });
});

describe('what the database itself guards', () => {
  test.each([
    ['an entry is edited', sql`update ledger.entry set amount = 1`],
    ['an entry is deleted', sql`delete from ledger.entry`],
    ['the entries are emptied', sql`truncate ledger.entry`],
    ['a transfer is edited', sql`update ledger.transfer set cause_id = 'other'`],
    ['a balance moves without entry', sql`update ledger.wallet set balance = balance + 1`],
    ['a wallet holds more without hold', sql`update ledger.wallet set held = held + 1 where balance > held`],
    ['a wallet is deleted', sql`delete from ledger.wallet`],
    ['a hold is deleted', sql`delete from ledger.hold`],
    [
      'a closed hold opens again',
      sql`update ledger.hold set state = 'open', closed_at = null where state = 'released'`,
    ],
  ])('it refuses when %s', async (_, statement) => {
    const walletId = await aWallet(1);
    await releaseHold(database, { holdId: await aHold(walletId, 0.5), at });

    await expect(statement.execute(database)).rejects.toThrow(/never changed so|cannot change so/);
  });

  test('a wallet cannot start with money, nor fall below zero or below what is held', async () => {
    const withMoney = sql`insert into ledger.wallet (id, account_id, unit, balance, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'USD', 5, now())`;
    await expect(withMoney.execute(database)).rejects.toThrow('never changed so');

    const walletId = await aWallet(1);
    await aHold(walletId, 0.5);
    const transferId = newId();
    const taking = inTransaction(database, async (tx) => {
      await sql`insert into ledger.transfer (id, cause_type, cause_id) values (${transferId}, 'theft', ${transferId})`.execute(
        tx,
      );
      await sql`insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
        (${transferId}, ${walletId}, null, 'USD', -600000, now()),
        (${transferId}, null, 'revenue', 'USD', 600000, now())`.execute(tx);
    });
    await expect(taking).rejects.toThrow('wallet_balance_covers_held');
  });
});
