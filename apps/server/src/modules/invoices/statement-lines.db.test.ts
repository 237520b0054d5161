import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { invoicesWorld } from '../../testing/money/invoices-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { isStatement } from './invoice.ts';
import { csvOf } from './invoice-csv.ts';
import { documentOf } from './invoice-document.ts';
import { insertInvoice } from './invoices-store.ts';
import { createScheduleKeeper, issueStatements } from './issue-statements.ts';
import { insertLines } from './statement-lines-store.ts';

// A connection takes what it asks with from here when it is made.
const asked = vi.spyOn(pg.Client.prototype, 'query');
afterAll(() => asked.mockRestore());
const { database } = await testDatabase();

const MANY = 2_600;
const PIECE = 500;

/** Somebody with a month of so many charges, half of them of calls, and its statement. */
async function aMonth() {
  const world = invoicesWorld(database);
  const customer = await world.customer();
  await world.pay(customer, MANY * 10_000);
  const at = world.clock.now();
  await sql`
    select ledger.post_transfer(gen_random_uuid(), case when n % 2 = 0 then 'call' else 'message' end, gen_random_uuid()::text,
      ${at}::timestamptz + n * interval '1 second', 'USD', array[${customer.walletId}::uuid, null],
      array[null, 'revenue']::ledger.house_account[], array[-10000, 10000]::bigint[])
    from generate_series(1, ${MANY}::integer) n`.execute(database);
  const deps = {
    ...world.deps,
    chargedCalls: async (_db: unknown, ids: readonly string[]) =>
      ids.map((id, place) => ({
        id,
        direction: 'outbound' as const,
        from: null,
        to: '+447700900123',
        answeredSeconds: 60,
        included: null,
        isPractice: false,
        rated: { destination: { countryCode: place % 3 === 0 ? 'FR' : 'GB', kind: 'mobile' } },
        costMicros: 10_000n as never,
      })),
  };
  world.clock.pass(31 * 86_400_000);
  return { world, customer, deps };
}

/** At each thing that was asked: how many lines had been read that were not yet written. */
async function linesHeld(): Promise<number[]> {
  let held = 0;
  const after: number[] = [];
  for (const [place, [first]] of (asked.mock.calls as unknown[][]).entries()) {
    const { text = '', values = [] } = first as { text?: string; values?: unknown[][] };
    if (text.includes('as is_charge')) {
      const answer = (await asked.mock.results[place]?.value) as pg.QueryResult | undefined;
      held += answer?.rows.length ?? 0;
    }
    if (text.includes('insert into billing.statement_line')) held -= values[1]?.length ?? 0;
    after.push(held);
  }
  return after;
}

test('a month of many lines is written, read as a file and printed without more than a piece of it being held', async () => {
  const { world, customer, deps } = await aMonth();
  await createScheduleKeeper(deps)();
  asked.mockClear();
  while ((await issueStatements(deps)) > 0);
  expect(Math.max(...(await linesHeld()))).toBe(PIECE);

  const [invoice] = (await world.invoices(customer)).filter(isStatement);
  if (invoice === undefined) throw new Error('there is a statement');
  expect([invoice.content.calls.length, invoice.content.others.length]).toEqual([MANY / 2, MANY / 2 + 2]);

  const pieces: number[] = [];
  for await (const piece of csvOf(database, invoice)) pieces.push(piece.split('\r\n').length - 1);
  expect(Math.max(...pieces)).toBe(PIECE);
  // Its heading, two balances and what was charged, beside the lines.
  expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(4 + MANY + 2);

  const rows = (await documentOf(database, invoice)).blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows : [],
  );
  expect(rows.length).toBeLessThan(30);
});

test('a line cannot be added to an invoice that is there, nor changed, nor be without one', async () => {
  const { world, customer, deps } = await aMonth();
  await createScheduleKeeper(deps)();
  while ((await issueStatements(deps)) > 0);
  const [invoice] = (await world.invoices(customer)).filter(isStatement);
  const add = async (invoiceId: string) =>
    await database.transaction().execute(async (tx) => {
      await insertLines(tx, { invoiceId, lines: [{ group: 0, place: 9_999, line: {} }] });
    });

  await expect(add(invoice?.id ?? '')).rejects.toThrow('an invoice is never changed');
  await expect(add(newId())).rejects.toMatchObject({ code: '23503' });
  await expect(sql`update billing.statement_line set place = place + 1`.execute(database)).rejects.toThrow(
    'never changed',
  );
  await expect(sql`delete from billing.statement_line`.execute(database)).rejects.toThrow('never changed');
});

test('a statement in the old format, with its lines in it, reads as one of today', async () => {
  const world = invoicesWorld(database);
  const customer = await world.customer();
  await world.charge(customer, 30_000);
  await world.charge(customer, 45_001, { place: ['FR', 'fixed'], to: '+33123456789' });
  world.clock.pass(31 * 86_400_000);
  await createScheduleKeeper(world.deps)();
  while ((await issueStatements(world.deps)) > 0);
  const [today] = (await world.invoices(customer)).filter(isStatement);
  if (today === undefined) throw new Error('there is a statement');
  const fileOf = async (invoice: typeof today) => {
    let file = '';
    for await (const piece of csvOf(database, invoice)) file += piece;
    return file;
  };

  const before = { ...today, id: newId(), content: { ...today.content, sums: null } };
  expect(await fileOf(before)).toBe(await fileOf(today));
  expect(await documentOf(database, before)).toEqual(await documentOf(database, today));
  // The month has its statement.
  await expect(database.transaction().execute(async (tx) => await insertInvoice(tx, before))).rejects.toMatchObject({
    constraint: 'invoice_account_id_month_key',
  });
});
