export { addHistoryRoutes } from './billing-history-routes.ts';
export { everyBuyerOf } from './export-buyer.ts';
export type { InvoiceSettings } from './invoice-deps.ts';
export { createInvoices, everyInvoiceOf } from './invoices.ts';
