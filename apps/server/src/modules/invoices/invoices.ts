import type { Database } from '../../platform/database.ts';
import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { addHistoryRoutes } from './billing-history-routes.ts';
import { everyBuyerOf } from './export-buyer.ts';
import { type Invoice } from './invoice.ts';
import type { InvoiceDeps } from './invoice-deps.ts';
import { addInvoiceRoutes, addOperatorRoute, type InvoiceRouteDeps, type AboutDeps } from './invoice-routes.ts';
import { viewInvoice } from './invoice-view.ts';
import { invoicesBefore } from './invoices-store.ts';
import { issuePaymentReceipts } from './issue-payment-receipts.ts';
import { createScheduleKeeper, issueStatements } from './issue-statements.ts';

const RECEIPTS_EVERY_MS = 2_000;
const STATEMENTS_EVERY_MS = 60_000;
const AT_ONCE = 100;

/** Statements, receipts and what moved the balance. The worker writes each document once. */
export function createInvoices(deps: InvoiceDeps & InvoiceRouteDeps & AboutDeps) {
  const keepSchedules = createScheduleKeeper(deps);
  return {
    routes: async (app) => {
      addHistoryRoutes(app, deps);
      addInvoiceRoutes(app, deps);
      addOperatorRoute(app, deps);
    },
    ticks: [
      { name: 'issue receipts', everyMs: RECEIPTS_EVERY_MS, run: async () => void (await issuePaymentReceipts(deps)) },
      {
        name: 'issue statements',
        everyMs: STATEMENTS_EVERY_MS,
        run: async () => {
          await keepSchedules();
          await issueStatements(deps);
        },
      },
    ],
    exports: [
      { name: 'buyer', items: ({ accountId }) => everyBuyerOf(deps.database, accountId) },
      { name: 'invoices', items: ({ accountId }) => everyInvoiceOf(deps.database, accountId) },
    ],
    liveViews: [liveView(eventTypes('invoice.issued'), () => ({ type: 'invoices.changed' }))],
  } satisfies ServerModule;
}

/** Every invoice of an account, newest first, piece by piece: for an export. */
async function* everyInvoiceOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let before: string | null = null;
  for (;;) {
    const invoices: Invoice[] = await invoicesBefore(database, { accountId, before, most: AT_ONCE });
    for (const invoice of invoices) yield viewInvoice(invoice);
    before = invoices.at(-1)?.id ?? null;
    if (invoices.length < AT_ONCE) return;
  }
}
