import type { Database } from '../../platform/database.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import type { Tick } from '../../platform/ticks.ts';
import { type Invoice } from './invoice.ts';
import type { InvoiceDeps } from './invoice-deps.ts';
import { addInvoiceRoutes, type InvoiceRouteDeps } from './invoice-routes.ts';
import { viewInvoice } from './invoice-view.ts';
import { invoicesBefore } from './invoices-store.ts';
import { issueReceipts } from './issue-receipts.ts';
import { createCourseKeeper, issueStatements } from './issue-statements.ts';

const RECEIPTS_EVERY_MS = 2_000;
const STATEMENTS_EVERY_MS = 60_000;
const AT_ONCE = 100;

/** Statements and receipts: their routes, and the worker's part, which writes each of them once. */
export function createInvoices(deps: InvoiceDeps & InvoiceRouteDeps): {
  routes: (app: HttpServer) => Promise<void>;
  ticks: Tick[];
} {
  const keepCourses = createCourseKeeper(deps);
  return {
    routes: async (app) => addInvoiceRoutes(app, deps),
    ticks: [
      { name: 'issue receipts', everyMs: RECEIPTS_EVERY_MS, run: async () => void (await issueReceipts(deps)) },
      {
        name: 'issue statements',
        everyMs: STATEMENTS_EVERY_MS,
        run: async () => {
          await keepCourses();
          await issueStatements(deps);
        },
      },
    ],
  };
}

/** Every invoice of an account, newest first, piece by piece: for an export. */
export async function* everyInvoiceOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let before: string | null = null;
  for (;;) {
    const invoices: Invoice[] = await invoicesBefore(database, { accountId, before, most: AT_ONCE });
    for (const invoice of invoices) yield viewInvoice(invoice);
    before = invoices.at(-1)?.id ?? null;
    if (invoices.length < AT_ONCE) return;
  }
}
