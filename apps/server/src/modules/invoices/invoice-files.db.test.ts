import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { invoiceReply, invoicesReply, micros, parseDecimal } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createPdfPrinter } from '../../gateways/pdf/index.ts';
import { readCsv } from '../../platform/csv.ts';
import { inTransaction } from '../../platform/database.ts';
import { createHttpServer } from '../../platform/http-server.ts';
import { unauthorized } from '../../platform/problems.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { changeBuyer } from './buyer-store.ts';
import { addInvoiceRoutes, addOperatorRoute } from './invoice-routes.ts';
import { issuePaymentReceipts } from './issue-payment-receipts.ts';
import { createScheduleKeeper, issueStatements } from './issue-statements.ts';
import { type Customer, invoicesWorld } from '../../testing/money/invoices-world.ts';

const { database } = await testDatabase();
const world = invoicesWorld(database);
const server = await createHttpServer({ log: pino({ level: 'silent' }), allowedOrigins: [], trustProxy: false });
/** Who is signed in says so in a header. */
addInvoiceRoutes(server, {
  database,
  printPdf: createPdfPrinter(),
  requireUser: async (request) => {
    const [accountId, userId] = String(request.headers['x-test-who'] ?? '').split(' ');
    if (accountId === undefined || userId === undefined) throw unauthorized();
    request.identity = { accountId, userId, sessionId: userId, role: 'customer' };
  },
});
const folder = await mkdtemp(join(tmpdir(), 'farline-invoices-'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function ask(who: Customer | null, path: string, more: { headers?: Record<string, string>; body?: object } = {}) {
  return await server.inject({
    method: more.body === undefined ? 'GET' : 'PATCH',
    url: path,
    headers: { ...(who === null ? {} : { 'x-test-who': `${who.accountId} ${who.userId}` }), ...more.headers },
    ...(more.body === undefined ? {} : { payload: more.body }),
  });
}

async function textOf(pdf: Buffer): Promise<string> {
  const path = join(folder, 'invoice.pdf');
  await writeFile(path, pdf);
  return (await promisify(execFile)('pdftotext', ['-layout', path, '-'])).stdout;
}

/** Somebody with a month of calls behind them, and a payment. */
async function aCustomerOfAMonth(): Promise<Customer> {
  const customer = await world.customer({ firstName: '美咲', lastName: 'やまだ' });
  await ask(customer, '/billing/buyer', {
    body: { address: '東京都 港区 1-2-3\n105-0011', country: 'JP', taxId: 'T123' },
  });
  await world.pay(customer, 25_000_000);
  await world.charge(customer, 20_000);
  await world.charge(customer, 33_334, { place: ['FR', 'fixed'], to: '+33123456789' });
  await world.charge(customer, 20_000, { to: '+447700900456', included: { seconds: 15 } });
  world.clock.pass(31 * 86_400_000);
  await createScheduleKeeper(world.deps)();
  while ((await issueStatements(world.deps)) > 0);
  await issuePaymentReceipts(world.deps);
  return customer;
}
const customer = await aCustomerOfAMonth();
const listOf = async (who: Customer) => invoicesReply.parse((await ask(who, '/billing/invoices')).json());
const [receipt, statement] = (await listOf(customer)).invoices;

test('the list has statements and receipts, newest first, page after page', async () => {
  const { invoices, nextCursor } = await listOf(customer);
  expect(invoices).toMatchObject([
    { kind: 'receipt', number: 'R-000001', total: { amount: '25.0000', currency: 'USD' } },
    { kind: 'statement', number: 'S-000001', total: { amount: '0.073334' }, closingBalance: { amount: '26.926666' } },
  ]);
  expect(nextCursor).toBeNull();
  const first = invoicesReply.parse((await ask(customer, '/billing/invoices?limit=1')).json());
  const second = invoicesReply.parse((await ask(customer, `/billing/invoices?cursor=${first.nextCursor}`)).json());
  expect([...first.invoices, ...second.invoices]).toEqual(invoices);
});

test('the statement is a PDF with every charge by destination, the payments, the balances, and who buys from whom', async () => {
  const answer = await ask(customer, `/billing/invoices/${statement?.id}/download`);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="farline-S-000001.pdf"');
  const text = await textOf(answer.rawPayload);
  for (const words of [
    'Statement for January 2026',
    'Farline GmbH',
    'DE123456789',
    '美咲 やまだ',
    '東京都 港区 1-2-3',
    'Japan',
    'United Kingdom, mobile',
    'France, fixed',
    '+33123456789',
    '+447700900456',
    '2 calls',
    '1:00 (0:15 incl.)',
    'covered in full cost nothing and aren’t listed',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toMatch(/Opening balance +0.00 USD/);
  expect(text).toMatch(/Credit[^\n]* 2.00 USD/);
  expect(text).toMatch(/Payment +25.00 USD/);
  expect(text).toMatch(/Calls +-0.073334 USD/);
  expect(text).toMatch(/Closing balance +26.926666 USD/);
});

test('its CSV file has each line once, and they lead from the opening to the closing balance', async () => {
  const byQuery = await ask(customer, `/billing/invoices/${statement?.id}/download?format=csv`);
  const byAccept = await ask(customer, `/billing/invoices/${statement?.id}/download`, {
    headers: { accept: 'text/csv' },
  });
  expect(byAccept.body).toBe(byQuery.body);
  expect(byQuery.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [heading, ...lines] = readCsv(byQuery.body).records.map(({ cells }) => cells);
  const at = (name: string) => heading?.indexOf(name) ?? -1;
  const amount = (name: string) =>
    lines.filter((line) => line[at('line')] === name).map((line) => line[at('amount')] ?? '');
  const sum = (name: string) => amount(name).reduce((total, text) => total + (parseDecimal(text) ?? 0n), 0n);
  expect(amount('call')).toHaveLength(3);
  expect(sum('opening_balance') + sum('operator_credit') + sum('top_up') + sum('call')).toBe(sum('closing_balance'));
  expect(sum('charged')).toBe(-sum('call'));
});

test('the receipt says what was paid, when and how', async () => {
  const text = await textOf((await ask(customer, `/billing/invoices/${receipt?.id}/download?format=pdf`)).rawPayload);
  expect(text).toContain('Receipt of payment');
  expect(text).toContain('R-000001');
  expect(text).toContain('by Visa ending in 4242');
  expect(text).toMatch(/Total +25.00 USD\s+Paid +25.00 USD\s+Still to pay +0.00 USD/);
  expect(text.match(/Paid +25.00/g)).toHaveLength(1);
  const one = invoiceReply.parse((await ask(customer, `/billing/invoices/${receipt?.id}`)).json());
  expect(one.invoice).toMatchObject({ buyer: { country: 'JP', taxId: 'T123' }, tax: null });
});

test('the receipt tells the time by the clocks of who paid', async () => {
  const early = invoicesWorld(database);
  const payer = await early.customer();
  await sql`update accounts.account set time_zone = 'Asia/Tokyo' where id = ${payer.accountId}`.execute(database);
  await early.pay(payer, 5_000_000);
  await issuePaymentReceipts(early.deps);
  const [only] = (await listOf(payer)).invoices;
  const text = await textOf((await ask(payer, `/billing/invoices/${only?.id}/download?format=pdf`)).rawPayload);
  expect(text).toContain('2026-01-15 21:00');
  expect(text).toContain('Asia/Tokyo');
});

test('a statement is issued on the day that it is for its account, not on the last of its month', async () => {
  const early = invoicesWorld(database);
  const caller = await early.customer();
  await sql`update accounts.account set time_zone = 'Pacific/Auckland' where id = ${caller.accountId}`.execute(
    database,
  );
  await early.charge(caller, 20_000);
  early.clock.pass(Date.parse('2026-01-31T13:00:00Z') - early.clock.now().getTime());
  await createScheduleKeeper(early.deps)();
  while ((await issueStatements(early.deps)) > 0);
  const [only] = (await listOf(caller)).invoices;
  const text = await textOf((await ask(caller, `/billing/invoices/${only?.id}/download?format=pdf`)).rawPayload);
  expect(text).toContain('31 January 2026');
  expect(text).toContain('Issued 1 February 2026');
});

test('the document has a line of tax: what of the price it is, or what comes on top of it', async () => {
  const rate = { name: 'VAT', rateMicros: micros(20_000_000n) };
  const taxRules = [
    { ...rate, country: 'GB', mode: 'on_top' as const },
    { ...rate, country: null, mode: 'included' as const },
  ];
  const taxed = invoicesWorld(database, { taxRules, taxPoint: 'payment' });
  const [british, other] = [await taxed.customer(), await taxed.customer()];
  await ask(british, '/billing/buyer', { body: { country: 'GB' } });
  for (const payer of [british, other]) await taxed.pay(payer, 12_000_000);
  await issuePaymentReceipts(taxed.deps);
  const documentOf = async (who: Customer) => {
    const [only] = (await listOf(who)).invoices;
    return await textOf((await ask(who, `/billing/invoices/${only?.id}/download?format=pdf`)).rawPayload);
  };

  expect(await documentOf(other)).toMatch(
    /Total +12.00 USD\s+of it VAT 20 % +2.00 USD\s+without tax +10.00 USD\s+Paid +12.00 USD\s+Still to pay +0.00 USD/,
  );
  expect(await documentOf(british)).toMatch(
    /Total +12.00 USD\s+VAT 20 % +2.40 USD\s+Total with tax +14.40 USD\s+Paid +12.00 USD\s+Still to pay +2.40 USD/,
  );
});

test('everybody is told who runs this installation and who writes voicemails down, and that neither is said', async () => {
  const named = { name: 'Farline GmbH', lines: ['Straße 1'], country: 'DE', taxId: null, email: 'we@example.com' };
  const transcription = { host: 'speech.example.com' };
  for (const about of [
    { operator: named, transcription, reachesRealPhones: true },
    { operator: null, transcription: null, reachesRealPhones: false },
  ]) {
    const open = await createHttpServer({ log: pino({ level: 'silent' }), allowedOrigins: [], trustProxy: false });
    addOperatorRoute(open, { about, reachesRealPhones: async () => about.reachesRealPhones });
    const answer = await open.inject('/operator');
    expect([answer.statusCode, answer.json()]).toEqual([200, about]);
    await open.close();
  }
});

test('the invoice of somebody else is not there, nor one that never was, nor another format', async () => {
  const other = await world.customer();
  for (const path of ['', '/download', '/download?format=csv']) {
    expect((await ask(other, `/billing/invoices/${statement?.id}${path}`)).statusCode).toBe(404);
    expect((await ask(customer, `/billing/invoices/nonsense${path}`)).statusCode).toBe(404);
    expect((await ask(null, `/billing/invoices/${statement?.id}${path}`)).statusCode).toBe(401);
  }
  expect((await listOf(other)).invoices).toEqual([]);
  expect((await ask(customer, `/billing/invoices/${statement?.id}/download?format=exe`)).statusCode).toBe(400);
  expect((await ask(customer, '/billing/invoices?cursor=1')).statusCode).toBe(400);
});

test('who stands on the invoices is changed in parts; what makes no sense is refused with its sentence', async () => {
  const person = await world.customer();
  expect((await ask(person, '/billing/buyer')).json()).toEqual({
    buyer: { name: '', address: '', country: '', taxId: '' },
  });
  await ask(person, '/billing/buyer', { body: { name: 'Ada & Co', country: 'GB' } });
  const changed = await ask(person, '/billing/buyer', { body: { address: 'One\nTwo', name: '' } });
  expect(changed.json()).toEqual({ buyer: { name: '', address: 'One\nTwo', country: 'GB', taxId: '' } });
  for (const wrong of [{ country: 'Germany' }, { name: 'x'.repeat(121) }, { address: 'a\nb\nc\nd\ne\nf\ng\nh\ni' }]) {
    expect((await ask(person, '/billing/buyer', { body: wrong })).statusCode).toBe(400);
  }
});

test('two that change who stands on the invoices at the same time both count, also the first ever', async () => {
  for (const isFirst of [true, false]) {
    const person = await world.customer();
    if (!isFirst) await ask(person, '/billing/buyer', { body: { name: 'Ada', address: 'One' } });
    const answer = await inTransaction(database, async (tx) => {
      await changeBuyer(tx, { accountId: person.accountId, name: 'Ada & Co', country: 'GB' });
      const asked = ask(person, '/billing/buyer', { body: { address: 'Two' } });
      await expect.poll(async () => await waitingStatements(database)).toBe(1);
      return { asked };
    });
    const both = { buyer: { name: 'Ada & Co', address: 'Two', country: 'GB', taxId: '' } };
    expect((await answer.asked).json()).toEqual(both);
    expect((await ask(person, '/billing/buyer')).json()).toEqual(both);
  }
});

test('without fonts the answer says so, and the CSV file is still there', async () => {
  const bare = await createHttpServer({ log: pino({ level: 'silent' }), allowedOrigins: [], trustProxy: false });
  addInvoiceRoutes(bare, {
    database,
    printPdf: async () => 'no_fonts',
    requireUser: async (request) => {
      request.identity = { ...customer, sessionId: customer.userId, role: 'customer' };
    },
  });
  const answer = await bare.inject(`/billing/invoices/${statement?.id}/download`);
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'pdf_unavailable']);
  expect((await bare.inject(`/billing/invoices/${statement?.id}/download?format=csv`)).statusCode).toBe(200);
  await bare.close();
});
