import {
  analyticsReply,
  type BillingEntry,
  billingHistoryReply,
  callReceiptReply,
  centsOf,
  checkArithmetic,
  invoicesReply,
  type Micros,
  micros,
  microsOfCents,
  parseDecimal,
  usageReply,
} from '@farline/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { expect, test } from 'vitest';
import { CENT_A_SECOND, callsWorld, ended, testClock } from '../modules/calls/testing/calls-world.ts';
import { createInvoices } from '../modules/invoices/index.ts';
import {
  allowanceUnit,
  createWallet,
  microsOfSeconds,
  payOwed,
  postTransfer,
  takeBack,
  topUp,
} from '../modules/ledger/index.ts';
import { inTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { chargeLookups } from '../wiring/charge-lookups.ts';
import { createLog } from '../platform/log.ts';
import { monthOf } from '../platform/local-days.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { expectCallsTold, historyLines } from './history-told.ts';
import { testApp } from './test-app.ts';

/** Its own call-control would meddle with the calls of the world. */
const app = await testApp({ FARLINE_ROLES: 'api,worker' });
const { database } = app;
const ZONE = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;
const BESIDE = ['plan', 'refund', 'refund_failed', 'operator_credit', 'dispute', 'owed_paid'];

const seller = { name: 'Farline', lines: [], country: null, taxId: null };
const { ticks: invoiceTicks } = createInvoices({
  database,
  clock: { now: () => new Date() },
  log: createLog('silent'),
  ...chargeLookups,
  settings: { seller, taxRules: [], taxPoint: 'use' },
  about: { operator: null, transcription: null },
  reachesRealPhones: async () => false,
  requireUser: async () => undefined,
  printPdf: async () => 'no_fonts',
});

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

const amountOf = (money: { amount: string } | null) => {
  const amount = money === null ? null : parseDecimal(money.amount);
  if (amount === null) throw new Error('an amount is missing');
  return amount;
};
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

async function pay(customer: ApiCustomer, amount: Micros, at: Date): Promise<void> {
  const { accountId, userId, walletId } = customer;
  const id = newId(at);
  await inTransaction(database, async (tx) => {
    await sql`
      insert into billing.payment (id, account_id, user_id, wallet_id, amount, currency, provider, provider_id, state,
        created_at, ended_at, look_at)
      values (${id}, ${accountId}, ${userId}, ${walletId}, ${amount}, 'USD', 'sandbox', ${`p-${id}`}, 'succeeded',
        ${at}, ${at}, ${at})`.execute(tx);
    await topUp(tx, { walletId, amountMicros: amount, from: 'payments', cause: { type: 'payment', id }, at });
  });
}

/** What moves a wallet beside calls and payments. */
async function moveBeside(customer: ApiCustomer, kind: number, at: Date): Promise<void> {
  const { walletId } = customer;
  const amountMicros = micros(1_000_001n + BigInt(kind));
  const cause = (type: string) => ({ type, id: newId(at) });
  if (kind === 0) {
    const entries = [
      { walletId, amountMicros: micros(-amountMicros) },
      { houseAccount: 'revenue' as const, amountMicros },
    ];
    await postTransfer(database, { cause: cause('plan'), unit: 'USD', entries, at });
  } else if (kind === 1) await takeBack(database, { walletId, amountMicros, cause: cause('refund'), at });
  else if (kind === 2) {
    await topUp(database, { walletId, amountMicros, from: 'payments', cause: cause('refund_failed'), at });
  } else
    await topUp(database, { walletId, amountMicros, from: 'operator_credit', cause: cause('operator_credit'), at });
}

/** A dispute takes more than there is: the rest is owed, and paid of what comes in next. */
async function disputeAll(customer: ApiCustomer, at: Date): Promise<void> {
  const { walletId } = customer;
  const disputed = { walletId, amountMicros: micros(900_000_000n), cause: { type: 'dispute', id: newId(at) }, at };
  const { owedMicros } = await takeBack(database, disputed);
  // Payments are whole cents.
  await pay(customer, microsOfCents(centsOf(owedMicros) + 700), at);
  await payOwed(database, { walletId, cause: { type: 'owed_paid', id: newId(at) }, at });
}

/** Half a year of calls and payments of random sizes, up to now. */
async function aHalfYear(customer: ApiCustomer): Promise<{ now: Date; calls: number }> {
  const random = numbers(20_261_121);
  const now = new Date();
  const clock = testClock(new Date(now.getTime() - 180 * DAY_MS));
  const world = await callsWorld(database, { clock });
  await sql`update accounts.account set created_at = ${clock.now()} where id = ${customer.accountId}`.execute(database);
  // The worker may have seen the account as one of today.
  await sql`delete from billing.statement_course where account_id = ${customer.accountId}`.execute(database);
  await pay(customer, micros(400_000_000n), clock.now());
  let [calls, beside] = [0, 0];
  while (clock.now().getTime() < now.getTime() - 6 * DAY_MS) {
    clock.pass(random(6 * DAY_MS));
    if (random(5) === 0) {
      await pay(customer, microsOfCents(1 + random(3_000)), clock.now());
      continue;
    }
    if (random(6) === 0) {
      await moveBeside(customer, beside++ % 4, clock.now());
      continue;
    }
    const connectionMicros = micros(BigInt(random(3) * random(99_999)));
    world.setTerms({
      currency: 'USD',
      perMinuteMicros: micros(BigInt(1 + random(999_999))),
      connectionMicros,
      minimumSeconds: random(60),
      firstSeconds: 1 + random(60),
      nextSeconds: 1 + random(60),
    });
    const call = await world.talk(customer);
    const answeredAt = clock.now();
    clock.pass(1 + random(140_000));
    await world.report(ended(call, { answeredAt, at: clock.now() }));
    calls += 1;
  }
  for (const kind of [0, 1, 2, 3]) await moveBeside(customer, kind, clock.now());
  await disputeAll(customer, clock.now());
  return { now, calls };
}

/** What was spent is what the ledger took, and what of it calls came to is what it took for calls. */
function expectSpent(
  month: z.infer<typeof usageReply>['usage']['currentMonth'],
  taken: { type: string; amount: bigint }[],
): void {
  expect(amountOf(month.price)).toBe(-sum(taken.map((row) => row.amount)));
  expect(amountOf(month.callsPrice)).toBe(-sum(taken.flatMap(({ type, amount }) => (type === 'call' ? [amount] : []))));
}

async function everyEntry(customer: ApiCustomer, startDate: string): Promise<BillingEntry[]> {
  const entries: BillingEntry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `startDate=${startDate}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = billingHistoryReply.parse((await customer.ask('GET', `/billing/history?${query}`)).body);
    entries.push(...page.history);
    cursor = page.nextCursor;
  }
  return entries;
}

test('history, usage, analytics, statements and receipts agree with the ledger to the micro-dollar', async () => {
  const customer = await apiCustomer(app, { timeZone: ZONE });
  const { now, calls } = await aHalfYear(customer);
  const ledger = await sql<{ id: string; type: string; cause: string; amount: bigint; at: Date }>`
    select entry.id::text as id, cause_type as type, cause_id as cause, amount, at
    from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where wallet_id = ${customer.walletId} order by entry.id desc`.execute(database);
  const rows = ledger.rows;
  const charges = rows.filter((row) => row.type === 'call');
  const wallet = sum(rows.map((row) => row.amount));
  const earned = rows.filter((row) => row.type === 'call' || row.type === 'plan');
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['payment', 'call', ...BESIDE]));

  // History: each entry once, newest first, each balance that of the entry before it and its own amount.
  const history = await everyEntry(customer, '2020-01-01');
  expect(history.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(history.map(({ amount }) => amountOf(amount))).toEqual(rows.map(({ amount }) => amount));
  for (const [place, entry] of history.entries()) {
    const before = history[place + 1];
    expect(amountOf(entry.balanceAfter)).toBe(
      (before === undefined ? 0n : amountOf(before.balanceAfter)) + amountOf(entry.amount),
    );
  }
  expectCallsTold(history);

  expect((await historyLines(customer)).map(({ cells }) => [cells[7], cells[2], cells[3], cells[8]])).toEqual(
    history.map(({ id, amount, balanceAfter, peer }) => [id, amount.amount, balanceAfter.amount, peer ?? '']),
  );

  // Usage: calls and plans, in the month of the account's own zone.
  const usage = usageReply.parse((await customer.ask('GET', '/billing/usage')).body);
  const month = monthOf(now, ZONE);
  const inMonth = earned.filter(({ at }) => at >= month.from && at < month.to);
  expectSpent(usage.usage.currentMonth, inMonth);
  expect(amountOf(usage.wallet.balance)).toBe(wallet);

  // Analytics: calls alone, in the year, by day, country and destination.
  const counted = async () => {
    const { rows: quarters } = await sql<{ calls: number }>`
      select coalesce(sum(calls), 0)::int as calls from insight.call_quarter
      where account_id = ${customer.accountId}`.execute(database);
    return quarters[0]?.calls;
  };
  await expect.poll(counted).toBe(calls);
  const { analytics, from } = analyticsReply.parse((await customer.ask('GET', '/billing/analytics?period=year')).body);
  const year = Number(from.slice(0, 4));
  const yearCharges = charges.filter(
    ({ at }) => Number(at.toLocaleDateString('sv-SE', { timeZone: ZONE }).slice(0, 4)) === year,
  );
  const spent = -sum(yearCharges.map((row) => row.amount));
  expect(amountOf(analytics.current.spend)).toBe(spent);
  for (const lines of [analytics.byDay, analytics.byCountry, analytics.byDestination]) {
    expect(sum(lines.map(({ spend }) => amountOf(spend)))).toBe(spent);
  }

  // Statements: balances that go on, and charges of each month.
  for (const tick of invoiceTicks) await tick.run();
  const { invoices } = invoicesReply.parse((await customer.ask('GET', '/billing/invoices?limit=100')).body);
  let balance = 0n;
  for (const one of invoices.toReversed().flatMap((invoice) => (invoice.kind === 'statement' ? [invoice] : []))) {
    const days = rows.filter(({ at }) => {
      const day = at.toLocaleDateString('sv-SE', { timeZone: ZONE });
      return day >= one.firstDay && day <= one.lastDay;
    });
    expect(amountOf(one.openingBalance)).toBe(balance);
    balance += sum(days.map((row) => row.amount));
    expect(amountOf(one.closingBalance)).toBe(balance);
    expect(amountOf(one.total)).toBe(-sum(days.filter((row) => earned.includes(row)).map((row) => row.amount)));
  }
  const paid = invoices.filter((invoice) => invoice.kind === 'receipt').map((invoice) => amountOf(invoice.total));
  expect(sum(paid)).toBe(sum(rows.filter((row) => row.type === 'payment').map((row) => row.amount)));

  expect(invoices.filter(({ kind }) => kind === 'statement').length).toBeGreaterThan(4);

  // Receipts of calls: each works out to its charge.
  for (const { cause, amount } of charges) {
    const { receipt } = callReceiptReply.parse((await customer.ask('GET', `/calls/${cause}/receipt`)).body);
    expect(BigInt(receipt.total.amountMicros)).toBe(-amount);
    expect(checkArithmetic(receipt).filter(({ holds }) => !holds)).toEqual([]);
  }

  // The export of everything has all of them.
  const all = JSON.parse(await (await customer.fetch('/settings/export')).text());
  expect(all.invoices).toEqual(invoices);
  expect(all.receipts).toHaveLength(charges.length);
});

test('a call that its plan covered in part has a receipt of both parts, and one that it covered whole costs nothing', async () => {
  const customer = await apiCustomer(app);
  const clock = testClock(new Date());
  const world = await callsWorld(database, { clock, terms: CENT_A_SECOND });
  world.setGroup({ name: 'europe', title: 'Europe' });
  const [walletId, at] = [newId(), clock.now()];
  const expiresAt = new Date(at.getTime() + 30 * DAY_MS);
  await createWallet(database, {
    walletId,
    accountId: customer.accountId,
    unit: allowanceUnit('europe'),
    expiresAt,
    at,
  });
  const cause = { type: 'allowance', id: newId() };
  await topUp(database, { walletId, amountMicros: microsOfSeconds(60), from: 'allowance_granted', cause, at });
  const receiptAfter = async (seconds: number) => {
    const call = await world.talk(customer);
    const answeredAt = clock.now();
    clock.passSeconds(seconds);
    await world.report(ended(call, { answeredAt, at: clock.now() }));
    return callReceiptReply.parse((await customer.ask('GET', `/calls/${call.id}/receipt`)).body).receipt;
  };

  const whole = await receiptAfter(40);
  const split = await receiptAfter(50);
  expect(whole).toMatchObject({
    parts: [{ pays: 'allowance', group: 'Europe', seconds: 40 }],
    total: { amountMicros: '0' },
  });
  expect(split).toMatchObject({
    parts: [
      { pays: 'allowance', group: 'Europe', seconds: 20 },
      { pays: 'money', seconds: 30, amountMicros: '300000' },
    ],
    total: { amountMicros: '300000' },
  });
  for (const receipt of [whole, split]) expect(checkArithmetic(receipt).every(({ holds }) => holds)).toBe(true);
});
