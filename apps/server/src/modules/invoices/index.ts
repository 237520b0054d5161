export type { InvoiceSettings } from './invoice-deps.ts';
export { createInvoices } from './invoices.ts';
