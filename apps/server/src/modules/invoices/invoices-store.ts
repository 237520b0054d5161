// Locks: the payment or the schedule of a statement first, then the series of the number, which is taken last.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { LAST_ID } from '../../platform/in-turn.ts';
import { type Invoice, type InvoiceContent, invoiceContent, jsonOf } from './invoice.ts';

type InvoiceRow = {
  id: string;
  account_id: string;
  number: bigint;
  issued_at: Date;
  currency: string;
  total: bigint;
  content: unknown;
};
const columns = sql.raw(
  'invoice.id, invoice.account_id, invoice.number, invoice.issued_at, invoice.currency, invoice.total, invoice.content',
);

/** Writes an invoice under the next number of its kind. Others of the kind wait for the end of the transaction. */
export async function insertInvoice(tx: Transaction, invoice: Omit<Invoice, 'number'>): Promise<void> {
  const { content } = invoice;
  await sql`update billing.invoice_series set last_number = last_number + 1 where kind = ${content.kind}`.execute(tx);
  await sql`
    insert into billing.invoice (id, account_id, kind, number, issued_at, month, payment_id, currency, total, content)
    select ${invoice.id}::uuid, ${invoice.accountId}::uuid, kind, last_number, ${invoice.issuedAt}::timestamptz,
      ${content.kind === 'statement' ? content.firstDay : null}::date,
      ${content.kind === 'receipt' ? content.paymentId : null}::uuid,
      ${invoice.currency}::text, ${invoice.totalMicros}::bigint, ${jsonOf(content)}::jsonb
    from billing.invoice_series where kind = ${content.kind}`.execute(tx);
}

/** The invoice of this account, or null. The lines of a statement lie beside it (`statement-lines.ts`). */
export async function findInvoice(db: Executor, wanted: { id: string; accountId: string }): Promise<Invoice | null> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from billing.invoice where id = ${wanted.id} and account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toInvoice(rows[0]);
}

/** An account's invoices, newest first, from before the invoice `before` on; without their lines. */
export async function invoicesBefore(
  db: Executor,
  wanted: { accountId: string; before: string | null; most: number },
): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select id, account_id, number, issued_at, currency, total,
      content || case kind when 'statement' then '{"calls": [], "others": []}'::jsonb else '{}'::jsonb end as content
    from billing.invoice
    where account_id = ${wanted.accountId} and id < ${wanted.before ?? LAST_ID}::uuid
    order by id desc limit ${wanted.most}`.execute(db);
  return rows.map(toInvoice);
}

/** The ids of receipts by their payments. */
export async function receiptsOfPayments(db: Executor, paymentIds: readonly string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; payment_id: string }>`
    select id, payment_id from billing.invoice where payment_id = any(${[...paymentIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.payment_id, row.id]));
}

function toInvoice(row: InvoiceRow): Invoice {
  const content: InvoiceContent = invoiceContent.parse(row.content);
  return {
    id: row.id,
    accountId: row.account_id,
    number: row.number,
    issuedAt: row.issued_at,
    currency: row.currency,
    totalMicros: micros(row.total),
    content,
  };
}
