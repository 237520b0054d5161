import { formatDecimal, type Micros } from '@farline/contracts';
import { CSV_START, csvLine } from '../../platform/csv.ts';
import type { Executor } from '../../platform/database.ts';
import {
  chargedMicros,
  mostExpensiveFirst,
  type Invoice,
  type InvoiceOf,
  isStatement,
  type StatementCall,
  writtenNumber,
} from './invoice.ts';
import { callsOfGroup, othersOf, sumsOfStatement } from './statement-lines.ts';

const COLUMNS = [
  'invoice',
  'line',
  'at',
  'number',
  'country',
  'kind',
  'seconds',
  'included_seconds',
  'amount',
  'currency',
  'id',
];

/**
 * An invoice as a CSV file, piece by piece: one line for each call, payment, credit and charge, with the signs of the ledger; instants are
 * UTC. The balances come first and last; what was charged and its tax at the end.
 */
export async function* csvOf(db: Executor, invoice: Invoice): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  if (isStatement(invoice)) yield* statement(db, invoice);
  else yield receipt(invoice);
}

type Cells = {
  line: string;
  at?: Date;
  to?: string;
  country?: string | null;
  kind?: string;
  seconds?: number;
  includedSeconds?: number;
  id?: string;
};

function lineOf(invoice: Invoice, amount: Micros, cells: Cells): string {
  return csvLine([
    writtenNumber(invoice),
    cells.line,
    cells.at?.toISOString() ?? null,
    cells.to ?? null,
    cells.country ?? null,
    cells.kind ?? null,
    cells.seconds ?? null,
    cells.includedSeconds ?? null,
    formatDecimal(amount),
    invoice.currency,
    cells.id ?? null,
  ]);
}

async function* statement(db: Executor, invoice: InvoiceOf<'statement'>): AsyncGenerator<string> {
  const { content } = invoice;
  const sums = sumsOfStatement(content);
  yield lineOf(invoice, content.openingMicros, { line: 'opening_balance' });
  for await (const others of othersOf(db, invoice)) {
    yield others
      .map(({ at, kind, amountMicros, cause }) => lineOf(invoice, amountMicros, { line: kind, at, id: cause.id }))
      .join('');
  }
  for (const group of mostExpensiveFirst(sums.calls)) {
    for await (const calls of callsOfGroup(db, invoice, group))
      yield calls.map((call) => lineOfCall(invoice, call)).join('');
  }
  yield lineOf(invoice, content.closingMicros, { line: 'closing_balance' });
  yield lineOf(invoice, chargedMicros(sums), { line: 'charged' });
  yield tax(invoice);
}

function lineOfCall(invoice: Invoice, call: StatementCall): string {
  const { at, to, countryCode: country, kind, seconds, includedSeconds, callId: id } = call;
  return lineOf(invoice, call.amountMicros, { line: 'call', at, to, country, kind, seconds, includedSeconds, id });
}

function receipt(invoice: Invoice): string {
  const { content } = invoice;
  if (content.kind !== 'receipt') return '';
  const { paidAt, paymentId, amountMicros } = content;
  return lineOf(invoice, amountMicros, { line: 'payment', at: paidAt, id: paymentId }) + tax(invoice);
}

function tax(invoice: Invoice): string {
  const { tax: line } = invoice.content;
  if (line === null) return '';
  return lineOf(invoice, line.taxMicros, { line: `tax_${line.mode}`, kind: `${line.name} ${line.rate} %` });
}
