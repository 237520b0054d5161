export { createInvoices, everyInvoiceOf } from './invoices.ts';
export { receiptKeyOf } from './receipt-key.ts';
export { addReceiptRoutes, everyReceiptOf } from './receipts.ts';
export type { InvoiceSettings } from './invoice-deps.ts';
export { createPayments } from './payments.ts';
export { addPlanRoutes } from './plan-routes.ts';
export { seedPlans } from './seed-plans.ts';
export { createSubscriptions } from './subscriptions.ts';
export { addBillingRoutes, type BillingDeps } from './routes.ts';
