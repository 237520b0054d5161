import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import {
  allowanceUnit,
  createWallet,
  enlargeHold,
  entriesOf,
  entrySpan,
  findWallet,
  findWalletOf,
  microsOfSeconds,
  postTransfer,
  releaseHold,
  settleHold,
  topUp,
} from './index.ts';
import { aCause, at, walletsOf } from './testing/wallets.ts';

const { database } = await testDatabase({ poolSize: 20 });
const { aWallet, aHold, moneyOf, changesTold } = walletsOf(database);

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
        topUp(database, { walletId, amountMicros: usd(5), from: 'payments', cause, at }),
      ),
    );

    expect(new Set(results.map((result) => result.transferId)).size).toBe(1);
    expect(results.filter((result) => !result.isRepeat)).toHaveLength(1);
    expect(await moneyOf(walletId)).toEqual({ balance: usd(5), held: 0n });
  });

  test('a cause that moved one amount cannot move another', async () => {
    const walletId = await aWallet();
    const cause = aCause('payment');
    await topUp(database, { walletId, amountMicros: usd(5), from: 'payments', cause, at });

    const again = topUp(database, { walletId, amountMicros: usd(6), from: 'payments', cause, at });

    await expect(again).rejects.toThrow('was used for another transfer');
    expect(await moneyOf(walletId)).toEqual({ balance: usd(5), held: 0n });
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

  test('seconds of a plan are no money, and as many may be given as a plan includes', async () => {
    const [walletId, accountId] = [newId(), newId()];
    const expiresAt = new Date(at.getTime() + 60_000);
    await createWallet(database, { walletId, accountId, unit: allowanceUnit('europe'), expiresAt, at });
    const amountMicros = microsOfSeconds(2_147_483_647);

    await topUp(database, { walletId, amountMicros, from: 'allowance_granted', cause: aCause('allowance'), at });

    expect((await findWallet(database, walletId))?.balanceMicros).toBe(amountMicros);
  });

  test('a wallet that does not exist gets no money', async () => {
    const refused = topUp(database, {
      walletId: newId(),
      amountMicros: usd(1),
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
          { walletId: from, amountMicros: usd(-amount) },
          { walletId: to, amountMicros: usd(amount) },
        ],
      });

    expect(await send(0.31)).toEqual({ posted: false, reason: 'out_of_credit' });
    expect(await send(0.3)).toMatchObject({ posted: true });
    expect(await moneyOf(from)).toEqual({ balance: usd(0.7), held: usd(0.7) });
    expect(await moneyOf(to)).toEqual({ balance: usd(0.3), held: 0n });
  });

  test('transfers that cross do not lock each other out', async () => {
    const [a, b] = [await aWallet(10), await aWallet(10)];
    const send = (from: string, to: string) =>
      postTransfer(database, {
        cause: aCause('gift'),
        unit: 'USD',
        at,
        entries: [
          { walletId: from, amountMicros: usd(-0.01) },
          { walletId: to, amountMicros: usd(0.01) },
        ],
      });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => (turn % 2 === 0 ? send(a, b) : send(b, a))),
    );

    expect(results.every((result) => result.posted)).toBe(true);
    expect(await moneyOf(a)).toEqual({ balance: usd(10), held: 0n });
  });

  test('entries that do not sum to zero, in another unit, or of nothing are refused', async () => {
    const walletId = await aWallet(1);
    const post = (unit: string, amounts: [number, number]) =>
      postTransfer(database, {
        cause: aCause(),
        unit,
        at,
        entries: [
          { walletId, amountMicros: usd(amounts[0]) },
          { houseAccount: 'revenue', amountMicros: usd(amounts[1]) },
        ],
      });

    await expect(post('USD', [0.5, -0.4])).rejects.toThrow('sum to zero');
    await expect(post('EUR', [0.5, -0.5])).rejects.toThrow('there is no wallet');
    await expect(post('USD', [0, 0])).rejects.toThrow('entry_amount_check');
    expect(await moneyOf(walletId)).toEqual({ balance: usd(1), held: 0n });
  });

  test('entries come newest first, page by page, with the running balance', async () => {
    const walletId = await aWallet();
    for (const amount of [1, 2, 3, 4, 5]) {
      await topUp(database, { walletId, amountMicros: usd(amount), from: 'payments', cause: aCause(), at });
    }
    const first = await entriesOf(database, { walletId, limit: 3 });
    const second = await entriesOf(database, { walletId, limit: 3, cursor: first.nextCursor ?? '' });

    expect([...first.items, ...second.items].map((entry) => entry.balanceAfterMicros)).toEqual(
      [15, 10, 6, 3, 1].map(usd),
    );
    expect(second.nextCursor).toBeNull();
    await expect(entriesOf(database, { walletId, limit: 3, cursor: 'first' })).rejects.toMatchObject({ status: 400 });
  });

  test('the entries of a span come without those before, after and between that are of another time', async () => {
    const walletId = await aWallet();
    const day = (number: number) => new Date(at.getTime() + number * 86_400_000);
    // The fourth is written late.
    for (const [amount, on] of [
      [1, 0],
      [2, 10],
      [3, 11],
      [4, 1],
      [5, 12],
      [6, 30],
    ] as const) {
      const cause = aCause();
      await topUp(database, { walletId, amountMicros: usd(amount), from: 'payments', cause, at: day(on) });
    }
    const span = await entrySpan(database, { walletId, from: day(10), to: day(13) });
    if (span === null) throw new Error('there are entries');
    const first = await entriesOf(database, { walletId, limit: 2, span });
    const second = await entriesOf(database, { walletId, limit: 2, span, cursor: first.nextCursor ?? '' });

    expect([...first.items, ...second.items].map(({ amountMicros }) => amountMicros)).toEqual([5, 3, 2].map(usd));
    expect(second.nextCursor).toBeNull();
    expect(await entrySpan(database, { walletId, from: day(13), to: day(30) })).toBeNull();
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
