import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { payOwed, postTransfer, takeBack } from '../ledger/index.ts';
import type { Invoice } from './invoice.ts';
import { insertInvoice } from './invoices-store.ts';
import { issuePaymentReceipts } from './issue-payment-receipts.ts';
import { createScheduleKeeper, issueStatements } from './issue-statements.ts';
import { invoicesWorld } from '../../testing/money/invoices-world.ts';

const { database } = await testDatabase();
const DAY_MS = 86_400_000;

/** A world whose every account has a schedule of statements. */
async function aWorld(...options: Parameters<typeof invoicesWorld> extends [unknown, ...infer Rest] ? Rest : never) {
  const world = invoicesWorld(database, ...options);
  const keepSchedules = createScheduleKeeper(world.deps);
  return {
    ...world,
    passTo: (instant: string) => world.clock.pass(new Date(instant).getTime() - world.clock.now().getTime()),
    issue: async () => {
      await keepSchedules();
      while ((await issueStatements(world.deps)) > 0);
    },
  };
}

const statements = (invoices: Invoice[]) =>
  invoices.flatMap(({ content, totalMicros }) => (content.kind === 'statement' ? [{ ...content, totalMicros }] : []));

async function numbersOf(kind: 'statement' | 'receipt'): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from billing.invoice where kind = ${kind} order by number`.execute(database);
  return rows.map((row) => Number(row.number));
}
const counting = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('each past month in which something moved has one statement, and the balances go on from one to the next', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  await world.charge(ada, 30_000, { place: ['GB', 'mobile'] });
  await world.charge(ada, 45_001, { place: ['FR', 'fixed'], to: '+33123456789' });
  world.passTo('2026-02-10T12:00:00Z');
  await world.pay(ada, 5_000_000);
  // March: nothing.
  world.passTo('2026-04-30T23:59:59Z');
  await world.charge(ada, 12_345);
  world.passTo('2026-05-01T02:00:00Z');
  await world.issue();
  await world.issue();

  const issued = statements(await world.invoices(ada));
  expect(issued).toMatchObject([
    {
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      openingMicros: 0n,
      closingMicros: 1_924_999n,
      totalMicros: 75_001n,
    },
    {
      firstDay: '2026-02-01',
      lastDay: '2026-02-28',
      openingMicros: 1_924_999n,
      closingMicros: 6_924_999n,
      totalMicros: 0n,
    },
    { firstDay: '2026-04-01', lastDay: '2026-04-30', openingMicros: 6_924_999n, closingMicros: 6_912_654n },
  ]);
  expect(issued[0]?.calls.map((call) => [call.countryCode, call.kind, call.amountMicros])).toEqual([
    ['GB', 'mobile', -30_000n],
    ['FR', 'fixed', -45_001n],
  ]);
  expect(issued[0]?.others).toMatchObject([{ kind: 'operator_credit', amountMicros: 2_000_000n, isCharge: false }]);
  expect(issued[1]?.others).toMatchObject([{ kind: 'top_up', amountMicros: 5_000_000n }]);
});

test('a plan is a charge of its month; what was refunded, disputed and owed moves the balance, and is no charge', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  const { walletId } = ada;
  const at = world.clock.now();
  const cause = (type: string) => ({ type, id: newId() });
  await world.pay(ada, 10_000_000);
  await world.charge(ada, 250_001);
  await postTransfer(database, {
    ...{ cause: cause('plan'), unit: 'USD', at },
    entries: [
      { walletId, amountMicros: micros(-5_000_000n) },
      { houseAccount: 'revenue', amountMicros: micros(5_000_000n) },
    ],
  });
  await takeBack(database, { walletId, amountMicros: micros(3_000_000n), cause: cause('refund'), at });
  await takeBack(database, { walletId, amountMicros: micros(7_000_000n), cause: cause('dispute'), at });
  await world.pay(ada, 6_000_000);
  await payOwed(database, { walletId, cause: cause('owed_paid'), at });
  world.passTo('2026-02-02T00:00:00Z');
  await world.issue();

  const [statement] = statements(await world.invoices(ada));
  expect(statement).toMatchObject({ openingMicros: 0n, closingMicros: 2_749_999n, totalMicros: 5_250_001n });
  expect(statement?.others.map((line) => [line.kind, line.amountMicros, line.isCharge])).toEqual([
    ['operator_credit', 2_000_000n, false],
    ['top_up', 10_000_000n, false],
    ['plan', -5_000_000n, true],
    ['refund', -3_000_000n, false],
    ['dispute', -3_749_999n, false],
    ['top_up', 6_000_000n, false],
    ['owed_paid', -3_250_001n, false],
  ]);
});

test('a month ends at the midnight of the account, and what is charged late stands on the next statement with its date', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  await sql`update accounts.account set time_zone = 'America/New_York' where id = ${ada.accountId}`.execute(database);
  world.passTo('2026-02-01T04:59:59Z');
  await world.charge(ada, 10_000);
  world.passTo('2026-02-01T05:00:00Z');
  await world.charge(ada, 20_000);
  world.passTo('2026-02-01T05:59:59Z');
  await world.issue();
  expect(await world.invoices(ada)).toEqual([]);
  world.passTo('2026-02-01T06:00:00Z');
  await world.issue();
  await world.charge(ada, 40_000, { at: new Date('2026-02-01T04:30:00Z') });
  world.passTo('2026-03-02T00:00:00Z');
  await world.issue();

  const issued = statements(await world.invoices(ada));
  expect(issued.map((one) => [one.firstDay, one.totalMicros])).toEqual([
    ['2026-01-01', 10_000n],
    ['2026-02-01', 60_000n],
  ]);
  expect(issued[1]?.calls.map((call) => call.at.toISOString())).toContain('2026-02-01T04:30:00.000Z');
});

test('an account that moves to another time zone misses no instant and no month', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  const zone = async (name: string) =>
    await sql`update accounts.account set time_zone = ${name} where id = ${ada.accountId}`.execute(database);
  await zone('Pacific/Kiritimati');
  for (let day = 0; day < 75; day += 1) {
    await world.charge(ada, 1_000);
    world.clock.pass(DAY_MS);
    if (day === 20) await zone('Pacific/Pago_Pago');
    if (day === 50) await zone('Asia/Kathmandu');
    await world.issue();
  }
  world.clock.pass(40 * DAY_MS);
  await world.issue();

  const issued = statements(await world.invoices(ada));
  expect(issued.map((one) => one.firstDay)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(issued.reduce((sum, one) => sum + one.totalMicros, 0n)).toBe(75_000n);
});

test('a payment that came has one receipt, which says who paid what and how', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  const payment = await world.pay(ada, 25_000_000);
  await Promise.all([issuePaymentReceipts(world.deps), issuePaymentReceipts(world.deps)]);
  await issuePaymentReceipts(world.deps);

  const invoices = await world.invoices(ada);
  expect(invoices).toHaveLength(1);
  expect(invoices[0]).toMatchObject({
    totalMicros: 25_000_000n,
    content: { kind: 'receipt', paymentId: payment, card: { brand: 'Visa', lastFour: '4242' }, tax: null },
  });
});

test('numbers have no gaps, whoever issues at once and whatever is rolled back', async () => {
  const world = await aWorld();
  const people = await Promise.all(Array.from({ length: 12 }, async () => await world.customer()));
  for (const person of people) for (let times = 0; times < 3; times += 1) await world.pay(person, 10_000_000);
  world.passTo('2026-02-02T00:00:00Z');
  const failing = people.map(async ({ accountId }) => {
    const broken = inTransaction(database, async (tx) => {
      await insertInvoice(tx, {
        ...aPaymentReceipt(accountId),
        content: { ...aPaymentReceipt(accountId).content, paymentId: newId() },
      });
    });
    await expect(broken).rejects.toThrow('violates foreign key constraint');
  });
  const keepSchedules = createScheduleKeeper(world.deps);
  await keepSchedules();
  await Promise.all([
    ...failing,
    ...Array.from({ length: 4 }, async () => await issuePaymentReceipts(world.deps)),
    ...Array.from({ length: 4 }, async () => await issueStatements(world.deps)),
  ]);
  await world.issue();
  await issuePaymentReceipts(world.deps);

  const receipts = await numbersOf('receipt');
  const stated = await numbersOf('statement');
  expect(receipts).toEqual(counting(receipts.length));
  expect(stated).toEqual(counting(stated.length));
  for (const person of people) {
    const kinds = (await world.invoices(person)).map(({ content }) => content.kind);
    expect(kinds.toSorted()).toEqual(['receipt', 'receipt', 'receipt', 'statement']);
  }
});

test('an account whose statement fails waits alone: the others get theirs, and it gets its own once it can be written', async () => {
  const world = await aWorld();
  const [broken, whole] = [await world.customer(), await world.customer()];
  const failing = await world.charge(broken, 200_000);
  await world.charge(whole, 300_000);
  const { chargedCalls } = world.deps;
  world.deps.chargedCalls = async (db, ids) => {
    if (ids.includes(failing)) throw new Error('unreadable');
    return await chargedCalls(db, ids);
  };
  world.passTo('2026-02-01T02:00:00Z');
  await createScheduleKeeper(world.deps)();
  await sql`update billing.statement_course set due_at = due_at - interval '1 minute'
    where account_id = ${broken.accountId}`.execute(database);

  await world.issue();

  expect(statements(await world.invoices(whole))).toMatchObject([{ totalMicros: 300_000n }]);
  expect(await world.invoices(broken)).toEqual([]);
  world.deps.chargedCalls = chargedCalls;
  world.passTo('2026-02-01T03:00:00Z');
  await world.issue();
  expect(statements(await world.invoices(broken))).toMatchObject([{ totalMicros: 200_000n, firstDay: '2026-01-01' }]);
});

test('a payment whose receipt fails waits alone: the others get theirs, and it gets its own once it can be written', async () => {
  const world = await aWorld({ taxPoint: 'payment' });
  const [broken, whole] = [await world.customer(), await world.customer()];
  await world.pay(broken, 10_000_000);
  world.clock.pass(1000);
  await world.pay(whole, 20_000_000);
  const isBroken = sql.raw(`account_id = '${broken.accountId}' and kind = 'receipt'`);
  await sql`alter table billing.invoice add constraint of_a_test check (not (${isBroken})) not valid`.execute(database);

  await issuePaymentReceipts(world.deps);

  expect(await world.invoices(whole)).toMatchObject([{ totalMicros: 20_000_000n }]);
  expect(await world.invoices(broken)).toEqual([]);
  await sql`alter table billing.invoice drop constraint of_a_test`.execute(database);
  world.clock.pass(DAY_MS);
  await issuePaymentReceipts(world.deps);
  expect(await world.invoices(broken)).toMatchObject([{ totalMicros: 10_000_000n }]);
});

test('an invoice never changes: not its row, not its series, not by a new address', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  await world.pay(ada, 10_000_000);
  await issuePaymentReceipts(world.deps);
  const [before] = await world.invoices(ada);
  await sql`insert into billing.buyer (account_id, name, address) values (${ada.accountId}, 'Somebody', 'Elsewhere')`.execute(
    database,
  );

  for (const change of [
    sql`update billing.invoice set total = 0`,
    sql`delete from billing.invoice where id = ${before?.id}`,
    sql`truncate billing.invoice cascade`,
  ]) {
    await expect(change.execute(database)).rejects.toThrow('an invoice is never changed');
  }
  for (const change of [
    sql`update billing.invoice_series set last_number = last_number + 2`,
    sql`update billing.invoice_series set last_number = last_number - 1`,
    sql`delete from billing.invoice_series`,
  ]) {
    await expect(change.execute(database)).rejects.toThrow('a series of invoices only goes on');
  }
  expect((await world.invoices(ada))[0]).toEqual(before);
});

test('the tax is that of the country, in the price or on top of it, stated where the operator says', async () => {
  const taxRules = [
    { country: 'GB', name: 'VAT', rateMicros: micros(20_000_000n), mode: 'included' as const },
    { country: null, name: 'Tax', rateMicros: micros(8_250_000n), mode: 'on_top' as const },
  ];
  const world = await aWorld({ taxRules });
  const [british, other] = [await world.customer(), await world.customer()];
  await sql`insert into billing.buyer (account_id, address, country) values (${british.accountId}, '', 'GB')`.execute(
    database,
  );
  for (const person of [british, other]) await world.charge(person, 1_200_000);
  world.passTo('2026-02-02T00:00:00Z');
  await world.issue();

  expect(statements(await world.invoices(british))[0]?.tax).toEqual({
    ...{ name: 'VAT', rate: '20', mode: 'included' },
    ...{ netMicros: 1_000_000n, taxMicros: 200_000n, grossMicros: 1_200_000n },
  });
  expect(statements(await world.invoices(other))[0]?.tax).toEqual({
    ...{ name: 'Tax', rate: '8.25', mode: 'on_top' },
    ...{ netMicros: 1_200_000n, taxMicros: 100_000n, grossMicros: 1_300_000n },
  });
});

test('the balances of statements and what came since agree with the wallet to the micro-dollar', async () => {
  const world = await aWorld();
  const ada = await world.customer();
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  await world.pay(ada, 90_000_000);
  for (let step = 0; step < 120; step += 1) {
    world.clock.pass(random(3 * DAY_MS));
    if (random(10) === 0) await world.pay(ada, 10_000 * (1 + random(500)));
    else await world.charge(ada, 1 + random(99_999), { at: new Date(world.clock.now().getTime() - random(DAY_MS)) });
    if (random(15) === 0) await world.issue();
  }
  await world.issue();
  await issuePaymentReceipts(world.deps);

  const issued = statements(await world.invoices(ada));
  let balance = 0n;
  const stated = new Set<string>();
  for (const one of issued) {
    expect(one.openingMicros).toBe(balance);
    for (const line of one.calls) stated.add(line.callId);
    balance = one.closingMicros;
    const moved = [...one.calls, ...one.others].reduce((sum, line) => sum + line.amountMicros, 0n);
    expect(one.openingMicros + moved).toBe(one.closingMicros);
  }
  const { rows } = await sql<{ type: string; id: string; amount: bigint }>`
    select cause_type as type, cause_id as id, amount from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where wallet_id = ${ada.walletId}`.execute(database);
  const others = new Set(issued.flatMap((one) => one.others.map((line) => line.cause.id)));
  const unstated = rows.filter(({ id }) => !stated.has(id) && !others.has(id));
  const wallet = rows.reduce((sum, row) => sum + row.amount, 0n);
  expect(balance + unstated.reduce((sum, row) => sum + row.amount, 0n)).toBe(wallet);
  expect(stated.size + others.size + unstated.length).toBe(rows.length);
  expect(issued.length).toBeGreaterThan(3);
});

function aPaymentReceipt(accountId: string) {
  const nobody = { name: 'Nobody', lines: [], country: null, taxId: null };
  const at = new Date('2026-02-01T00:00:00Z');
  return {
    id: newId(),
    accountId,
    issuedAt: at,
    currency: 'USD',
    totalMicros: micros(1n),
    content: {
      ...{ kind: 'receipt' as const, seller: nobody, buyer: nobody, tax: null, paidAt: at, card: null, provider: 'x' },
      ...{ timeZone: 'UTC', paymentId: newId(), amountMicros: micros(1n) },
    },
  };
}
