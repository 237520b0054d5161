import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { invoicesWorld } from '../../testing/money/invoices-world.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { findAccount } from '../accounts/index.ts';
import { owedBy, payOwed, revenueFrom, takeBack } from '../ledger/index.ts';
import { billingHistory, billingSums } from './billing-history.ts';
import { createScheduleKeeper, issueStatements } from './issue-statements.ts';

const { database } = await testDatabase();

test('what was owed for a call is a charge with its tax once it is paid, and before what a bank took back', async () => {
  const taxRules = [{ name: 'VAT', country: null, rateMicros: micros(20_000_000n), mode: 'included' as const }];
  const world = invoicesWorld(database, { taxRules });
  const keepSchedules = createScheduleKeeper(world.deps);
  const ada = await world.customer();
  const { walletId } = ada;
  const at = world.clock.now();
  const take = { walletId, at };
  await takeBack(database, { ...take, amountMicros: usd(7), cause: { type: 'dispute', id: newId() } });
  const call = { type: 'call', id: newId() };
  for (const _ of ['once', 'again']) {
    await takeBack(database, { ...take, amountMicros: usd(3), cause: call, houseAccount: 'revenue' });
  }
  expect(await owedBy(database, walletId)).toBe(usd(8));

  await world.pay(ada, 2_000_000);
  expect(await payOwed(database, { ...take, cause: { type: 'owed_paid', id: newId() } })).toEqual({
    paidMicros: usd(2),
  });
  await world.pay(ada, 5_000_000);
  const cause = { type: 'owed_paid', id: newId() };
  expect(await payOwed(database, { ...take, cause })).toEqual({ paidMicros: usd(5) });
  expect(await payOwed(database, { ...take, cause })).toEqual({ paidMicros: 0n });
  expect(await owedBy(database, walletId)).toBe(usd(1));

  world.clock.pass(30 * 86_400_000);
  await keepSchedules();
  while ((await issueStatements(world.deps)) > 0);
  const [statement] = await world.invoices(ada);
  expect(statement).toMatchObject({
    totalMicros: usd(3),
    content: { closingMicros: 0n, tax: { name: 'VAT', grossMicros: usd(3), taxMicros: usd(0.5) } },
  });
  expect(statement?.content).toMatchObject({
    others: [
      { kind: 'operator_credit', isCharge: false },
      { kind: 'dispute', amountMicros: usd(-2), isCharge: false },
      { kind: 'top_up' },
      { kind: 'owed_paid', amountMicros: usd(-2), isCharge: true },
      { kind: 'top_up' },
      { kind: 'owed_paid', amountMicros: usd(-1), isCharge: true },
      { kind: 'owed_paid', amountMicros: usd(-4), isCharge: false },
    ],
  });
  const span = { walletId, from: new Date(at.getTime() - 1), to: new Date(at.getTime() + 1) };
  expect(await revenueFrom(database, span)).toEqual({ callsMicros: usd(3), totalMicros: usd(3) });
});

test('what was owed for a call leads to no payment, though a payment pays it; what a bank took back leads to that one', async () => {
  const world = invoicesWorld(database);
  const bob = await world.customer();
  const { walletId } = bob;
  const at = world.clock.now();
  const take = { walletId, at };
  await takeBack(database, { ...take, amountMicros: usd(4), cause: { type: 'dispute', id: newId() } });
  await takeBack(database, {
    ...take,
    amountMicros: usd(3),
    cause: { type: 'call', id: newId() },
    houseAccount: 'revenue',
  });
  const payment = await world.pay(bob, 10_000_000);
  await payOwed(database, { ...take, cause: { type: 'owed_paid', id: payment } });

  const account = await findAccount(database, bob.accountId);
  if (account === null) throw new Error('the account is there');
  const { history } = await billingHistory(world.deps, account, { limit: 3, now: at });
  expect(history.map(({ cause, amount, link }) => [cause.type, amount.amount, link])).toEqual([
    ['owed_paid', '-2.0000', `/billing?payment=${payment}`],
    ['owed_charge_paid', '-3.0000', null],
    ['payment', '10.0000', `/billing?payment=${payment}`],
  ]);
  // The line that adds up has it with the calls, as the usage of the month does.
  const { sums } = await billingSums(database, account, { now: at });
  expect(sums.find(({ group }) => group === 'calls')).toMatchObject({ amount: { amount: '-3.0000' }, entries: 1 });
});
