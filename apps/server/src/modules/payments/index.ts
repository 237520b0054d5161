export { topUpsUntil } from './automatic/change-auto-top-up.ts';
export { savedCardsUntil } from './methods/saved-cards-until.ts';
export { payByMethod } from './paying/pay-by-method.ts';
export { createPayments } from './payments.ts';
export { isDisputed } from './record/disputes-store.ts';
export { findMethod } from './record/methods-store.ts';
export {
  lockPaymentWithoutReceipt,
  notePaymentReceipt,
  paymentsOfCauses,
  putOffPaymentReceipt,
  type ReceivedPayment,
} from './record/payment-receipts-store.ts';
export { hasStandingPayment } from './record/payments-store.ts';
export { type RenewalPayment, renewalPayments } from './record/renewal-payments-store.ts';
export type { ProviderUpdateDeps } from './updates/take-provider-update.ts';
