import { micros, type Micros } from '@farline/contracts';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { openAccount } from '../../modules/accounts/index.ts';
import { placeHold, settleHold, topUp } from '../../modules/ledger/index.ts';
import type { InvoiceDeps, InvoiceSettings, StatedCall } from '../../modules/invoices/invoice-deps.ts';
import { type Invoice, isStatement, type StatementCall, type StatementLine } from '../../modules/invoices/invoice.ts';
import { callsOfGroup, othersOf, sumsOfStatement } from '../../modules/invoices/statement-lines.ts';
import { findInvoice, invoicesBefore } from '../../modules/invoices/invoices-store.ts';

export type Customer = { accountId: string; userId: string; walletId: string };

const seller = { name: 'Farline GmbH', lines: ['Straße 1', '10115 Berlin'], country: 'DE', taxId: 'DE123456789' };

/** Accounts whose money moves when the test says, and what issues their invoices. */
export function invoicesWorld(database: Database, settings: Partial<InvoiceSettings> = {}) {
  let ms = Date.parse('2026-01-15T12:00:00Z');
  const clock = { now: () => new Date(ms), pass: (by: number) => void (ms += by) };
  const calls = new Map<string, StatedCall>();
  const deps: InvoiceDeps = {
    database,
    clock,
    log: createLog('silent'),
    settings: { seller, taxRules: [], taxPoint: 'use', ...settings },
    chargedCalls: async (_db, ids) => ids.flatMap((id) => calls.get(id) ?? []),
    peersOfMessages: async () => new Map(),
    numbersOfCharges: async () => new Map(),
  };
  return {
    clock,
    deps,
    customer: async (person: { firstName: string; lastName: string } = { firstName: 'Ada', lastName: 'Lovelace' }) =>
      await aCustomer(database, clock.now(), person),
    /** A call that was charged. */
    charge: async (
      customer: Customer,
      amount: number,
      more: {
        at?: Date;
        to?: string;
        cameInFrom?: string | null;
        place?: [string, string];
        included?: { seconds: number };
        isPractice?: boolean;
      } = {},
    ) => {
      const id = newId(clock.now());
      const [countryCode, kind] = more.place ?? ['GB', 'mobile'];
      const costMicros = micros(BigInt(amount));
      const rated = { destination: { countryCode, kind } };
      calls.set(id, {
        id,
        direction: more.cameInFrom === undefined ? 'outbound' : 'inbound',
        from: more.cameInFrom ?? null,
        to: more.to ?? '+447700900123',
        rated,
        answeredSeconds: 60,
        isPractice: more.isPractice ?? false,
        included: more.included ?? null,
        costMicros,
      });
      await book(database, customer.walletId, { id, amountMicros: costMicros, at: more.at ?? clock.now() });
      return id;
    },
    /** A payment that came, with its money. */
    pay: async (customer: Customer, amount: number) => await aPayment(database, customer, { amount, at: clock.now() }),
    /** With their lines, oldest first. */
    invoices: async ({ accountId }: Customer): Promise<Invoice[]> => {
      const listed = await invoicesBefore(database, { accountId, before: null, most: 100 });
      const whole = await Promise.all(listed.map(async ({ id }) => await findInvoice(database, { id, accountId })));
      const invoices = whole.flatMap((invoice) => invoice ?? []).toReversed();
      return await Promise.all(invoices.map(async (invoice) => await withLines(database, invoice)));
    },
  };
}

/** A statement with its lines in it, those of one destination behind those of another. */
async function withLines(database: Database, invoice: Invoice): Promise<Invoice> {
  if (!isStatement(invoice)) return invoice;
  const calls: StatementCall[] = [];
  for (const group of sumsOfStatement(invoice.content).calls) {
    for await (const piece of callsOfGroup(database, invoice, group)) calls.push(...piece);
  }
  const others: StatementLine[] = [];
  for await (const piece of othersOf(database, invoice)) others.push(...piece);
  return { ...invoice, content: { ...invoice.content, calls, others } };
}

async function book(
  database: Database,
  walletId: string,
  { id, amountMicros, at }: { id: string; amountMicros: Micros; at: Date },
): Promise<void> {
  const cause = { type: 'call', id };
  const hold = { walletId, wantedMicros: amountMicros, leastMicros: amountMicros, cause, at };
  const placed = await placeHold(database, hold);
  if (!placed.allowed) throw new Error(placed.reason);
  await settleHold(database, { holdId: placed.holdId, chargeMicros: amountMicros, cause, houseAccount: 'revenue', at });
}

async function aPayment(
  database: Database,
  { accountId, userId, walletId }: Customer,
  { amount, at }: { amount: number; at: Date },
): Promise<string> {
  const id = newId(at);
  await inTransaction(database, async (tx) => {
    await sql`
      insert into billing.payment (id, account_id, user_id, wallet_id, amount, currency, provider, provider_id, state,
        card_brand, card_last_four, created_at, ended_at, look_at)
      values (${id}, ${accountId}, ${userId}, ${walletId}, ${amount}, 'USD', 'sandbox', ${`p-${id}`}, 'succeeded',
        'Visa', '4242', ${at}, ${at}, ${at})`.execute(tx);
    const amountMicros = micros(BigInt(amount));
    await topUp(tx, { walletId, amountMicros, from: 'payments', cause: { type: 'payment', id }, at });
  });
  return id;
}

async function aCustomer(
  database: Database,
  at: Date,
  person: { firstName: string; lastName: string },
): Promise<Customer> {
  const settings = {
    currency: 'USD',
    rateTable: 'sample',
    trialCreditMicros: micros(0n),
    tokenSecret: '',
    publicUrl: '',
    rateLimitsPerAddress: false,
  };
  return await inTransaction(database, async (tx) => {
    const email = `${newId()}@example.com`;
    const proved = { passwordHash: '$argon2id$none', address: '127.0.0.1', device: null, emailConfirmedAt: at };
    const signUp = { ...person, ...proved, email, phone: null, at };
    const { account, user } = await openAccount({ settings, allocateNumber: async () => '+999000000001' }, tx, signUp);
    const { walletId } = account;
    const cause = { type: 'operator_credit', id: newId() };
    await topUp(tx, { walletId, amountMicros: micros(2_000_000n), from: 'operator_credit', cause, at });
    return { accountId: account.id, userId: user.id, walletId };
  });
}
