import { formatDecimal, type Micros } from '@farline/contracts';
import { CSV_START, csvLine } from '../../platform/csv.ts';
import { callGroups, chargedMicros, type Invoice, type StatementContent, writtenNumber } from './invoice.ts';

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
 * An invoice as a CSV file: one line for each call, payment, credit and charge, with the signs of the ledger; instants are
 * UTC. The balances come first and last; what was charged and its tax at the end.
 */
export function csvOf(invoice: Invoice): string {
  const { content } = invoice;
  return CSV_START + csvLine(COLUMNS) + (content.kind === 'statement' ? statement(invoice, content) : receipt(invoice));
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

function statement(invoice: Invoice, content: StatementContent): string {
  const others = content.others.map(({ at, kind, amountMicros, cause }) =>
    lineOf(invoice, amountMicros, { line: kind, at, id: cause.id }),
  );
  const calls = callGroups(content.calls).flatMap((group) =>
    group.calls.map(({ at, to, countryCode, kind, seconds, includedSeconds, amountMicros, callId }) =>
      lineOf(invoice, amountMicros, {
        line: 'call',
        at,
        to,
        country: countryCode,
        kind,
        seconds,
        includedSeconds,
        id: callId,
      }),
    ),
  );
  return [
    lineOf(invoice, content.openingMicros, { line: 'opening_balance' }),
    ...others,
    ...calls,
    lineOf(invoice, content.closingMicros, { line: 'closing_balance' }),
    lineOf(invoice, chargedMicros(content), { line: 'charged' }),
    tax(invoice),
  ].join('');
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
