export type { InvoiceDeps, InvoiceSettings } from './invoice-deps.ts';
export { createInvoices } from './invoices.ts';
