import { type BillingGroup, formatDecimal, micros, parseDecimal } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Customer, invoicesWorld } from '../../testing/money/invoices-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { findAccount } from '../accounts/index.ts';
import { postTransfer } from '../ledger/index.ts';
import { billingHistory, billingSums } from './billing-history.ts';

const { database } = await testDatabase();
const world = invoicesWorld(database);
const passTo = (instant: string) => world.clock.pass(Date.parse(instant) - world.clock.now().getTime());

async function accountOf({ accountId }: Customer) {
  const account = await findAccount(database, accountId);
  if (account === null) throw new Error('the account is there');
  return account;
}

async function move(customer: Customer, type: string, amount: bigint): Promise<void> {
  const entries = [
    { walletId: customer.walletId, amountMicros: micros(amount) },
    { houseAccount: 'revenue' as const, amountMicros: micros(-amount) },
  ];
  const cause = { type, id: newId(world.clock.now()) };
  await postTransfer(database, { cause, unit: 'USD', entries, at: world.clock.now() });
}

const exact = ({ amount }: { amount: string }): bigint => parseDecimal(amount) ?? 0n;
const sumsOf = async (customer: Customer, startDate: string, endDate: string) =>
  await billingSums(database, await accountOf(customer), { startDate, endDate, now: world.clock.now() });

/** What lies in the wallet, as the ledger's own lines add up. */
async function balanceBefore(customer: Customer, instant: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from ledger.entry
    where wallet_id = ${customer.walletId} and at < ${new Date(instant)}`.execute(database);
  return rows[0]?.sum ?? 0n;
}

test('what was brought forward and every sum make the balance, to the millionth, with what was written late and is of no usual kind', async () => {
  const ada = await world.customer();
  await world.pay(ada, 2_000_000);
  await world.charge(ada, 333_333);
  passTo('2026-02-03T10:00:00Z');
  await world.pay(ada, 25_000_000);
  await world.charge(ada, 14_401);
  await world.charge(ada, 7);
  await move(ada, 'message', -11_111n);
  await move(ada, 'message_refund', 1_111n);
  await move(ada, 'plan', -5_000_000n);
  await move(ada, 'number', -1_000_001n);
  await move(ada, 'something_new', 3n);
  passTo('2026-03-02T10:00:00Z');
  // Of February, and written in March.
  await world.charge(ada, 21, { at: new Date('2026-02-27T10:00:00Z') });
  await world.charge(ada, 100_000);

  const { opening, sums, closing } = await sumsOf(ada, '2026-02-01', '2026-02-28');
  expect(exact(opening)).toBe(await balanceBefore(ada, '2026-02-01T00:00:00Z'));
  expect(exact(closing)).toBe(await balanceBefore(ada, '2026-03-01T00:00:00Z'));
  expect(exact(opening) + sums.reduce((sum, { amount }) => sum + exact(amount), 0n)).toBe(exact(closing));
  expect(sums.map(({ group, amount, entries }) => [group, exact(amount), entries])).toEqual([
    ['added', 25_000_000n, 1],
    ['calls', -14_429n, 3],
    ['messages', -10_000n, 2],
    ['numbers', -1_000_001n, 1],
    ['plans', -5_000_000n, 1],
    ['other', 3n, 1],
  ]);

  const march = await sumsOf(ada, '2026-03-01', '2026-03-31');
  expect(march.opening).toEqual(closing);
  expect(exact(march.closing)).toBe(await balanceBefore(ada, '2027-01-01T00:00:00Z'));
});

test('each sum leads to the lines that it is made of, and to no others', async () => {
  const bob = await world.customer();
  await world.pay(bob, 9_000_000);
  for (const amount of [10, 20, 30]) await world.charge(bob, amount);
  await move(bob, 'plan', -5_000_000n);
  const day = world.clock.now().toISOString().slice(0, 10);
  const { sums } = await sumsOf(bob, day, day);
  const account = await accountOf(bob);
  const linesOf = async (group: BillingGroup, cursor?: string) =>
    await billingHistory(world.deps, account, {
      startDate: day,
      endDate: day,
      group,
      cursor,
      limit: 2,
      now: world.clock.now(),
    });

  for (const { group, amount, entries } of sums) {
    const first = await linesOf(group);
    const rest = first.nextCursor === null ? { history: [] } : await linesOf(group, first.nextCursor);
    const lines = [...first.history, ...rest.history];
    expect(lines).toHaveLength(entries);
    expect(formatDecimal(micros(lines.reduce((sum, line) => sum + exact(line.amount), 0n)))).toBe(amount.amount);
  }
  expect((await linesOf('numbers')).history).toEqual([]);
});

test('days in which nothing moved have what was there before, and after, and nothing between', async () => {
  const carl = await world.customer();
  const nothing = { sums: [], opening: { amount: '0.0000' }, closing: { amount: '0.0000' } };
  expect(await sumsOf(carl, '2026-02-01', '2026-02-28')).toMatchObject(nothing);
  await world.pay(carl, 5_000_000);
  expect(await sumsOf(carl, '2026-02-01', '2026-02-28')).toMatchObject(nothing);
  passTo('2026-06-01T00:00:00Z');
  expect(await sumsOf(carl, '2026-05-01', '2026-05-31')).toMatchObject({
    sums: [],
    opening: { amount: '7.0000' },
    closing: { amount: '7.0000' },
  });
});
