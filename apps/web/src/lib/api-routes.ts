import type * as autoTopUp from '@farline/contracts/auto-top-up';
import type * as refunds from '@farline/contracts/refunds';
import type * as auth from '@farline/contracts/auth';
import type * as billing from '@farline/contracts/billing';
import type * as methods from '@farline/contracts/payment-methods';
import type * as callDetail from '@farline/contracts/call-detail';
import type * as calls from '@farline/contracts/calls';
import type * as contacts from '@farline/contracts/contacts';
import type * as insight from '@farline/contracts/insight';
import type * as plans from '@farline/contracts/plans';
import type * as limits from '@farline/contracts/limits';
import type * as invoices from '@farline/contracts/invoices';
import type * as notices from '@farline/contracts/notices';
import type * as rates from '@farline/contracts/rates';
import type * as receipts from '@farline/contracts/receipts';
import type * as settings from '@farline/contracts/settings';
import type { z } from 'zod';

interface Route<
  Reply extends z.ZodType,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
> {
  reply: z.infer<Reply>;
  body: Body extends z.ZodType ? z.input<Body> : undefined;
  query: Query extends z.ZodType ? Partial<z.output<Query>> : undefined;
}

/** Every route that the pages call, with its shapes taken from the contracts. Types only: no schema is loaded for it. */
export interface ApiRoutes {
  'POST /auth/login': Route<typeof auth.session, typeof auth.loginRequest>;
  'POST /auth/register': Route<typeof auth.session, typeof auth.registerRequest>;
  'POST /auth/logout': Route<typeof auth.acknowledgement>;
  'GET /auth/health': Route<typeof auth.health>;
  'GET /auth/profile': Route<typeof auth.profileReply>;
  'PATCH /auth/profile': Route<typeof auth.profileReply, typeof auth.profileUpdate>;
  'DELETE /auth/profile/picture': Route<typeof auth.profileReply>;
  'POST /auth/change-password': Route<typeof auth.acknowledgement, typeof auth.changePasswordRequest>;
  'GET /auth/sessions': Route<typeof settings.sessionsReply>;
  'DELETE /auth/sessions': Route<typeof settings.sessionsEndedReply>;
  'DELETE /auth/sessions/{id}': Route<typeof settings.sessionsEndedReply>;
  'POST /auth/confirm-email': Route<typeof auth.profileReply, typeof auth.confirmEmailRequest>;
  'POST /auth/confirm-email/link': Route<typeof auth.acknowledgement, typeof auth.confirmEmailLinkRequest>;
  'POST /auth/confirm-email/resend': Route<typeof auth.resendReply>;
  'DELETE /auth/profile/pending-email': Route<typeof auth.profileReply>;
  'POST /auth/forgot-password': Route<typeof auth.acknowledgement, typeof auth.forgotPasswordRequest>;
  'POST /auth/reset-password': Route<typeof auth.acknowledgement, typeof auth.resetPasswordRequest>;
  'POST /calls/initiate': Route<typeof calls.initiateReply, typeof calls.initiateRequest>;
  'POST /calls/guest-echo': Route<typeof calls.guestEchoReply>;
  'POST /calls/{id}/transfer': Route<typeof calls.transferReply, typeof calls.transferRequest>;
  'POST /calls/{id}/end': Route<typeof calls.callReply>;
  'GET /calls/history': Route<typeof calls.historyReply, undefined, typeof calls.historyQuery>;
  'GET /calls/{id}': Route<typeof callDetail.callDetailReply>;
  'POST /calls/{id}/quality': Route<typeof callDetail.qualityReceipt, typeof callDetail.qualityReport>;
  'POST /calls/calculate-cost': Route<typeof calls.calculateCostReply, typeof calls.calculateCostRequest>;
  'GET /calls/active': Route<typeof calls.activeReply>;
  'GET /calls/webrtc-token': Route<typeof calls.webrtcTokenReply>;
  'PATCH /calls/{id}/status': Route<typeof calls.callReply, typeof calls.statusUpdate>;
  'GET /calls/stats': Route<typeof calls.statsReply, undefined, typeof calls.statsQuery>;
  'GET /contacts': Route<typeof contacts.contactsReply, undefined, typeof contacts.contactsQuery>;
  'POST /contacts': Route<typeof contacts.contactReply, typeof contacts.newContact>;
  'PATCH /contacts/{id}': Route<typeof contacts.contactReply, typeof contacts.contactChange>;
  'DELETE /contacts/{id}': Route<typeof contacts.contactReply>;
  'GET /contacts/names': Route<typeof contacts.contactNamesReply>;
  'GET /rates/countries': Route<typeof rates.countriesReply>;
  'GET /rates': Route<typeof rates.ratesReply, undefined, typeof rates.ratesQuery>;
  'GET /billing/usage': Route<typeof billing.usageReply>;
  'GET /billing/subscription': Route<typeof plans.subscriptionReply>;
  'POST /billing/subscription': Route<typeof plans.subscriptionReply, typeof plans.subscriptionChange>;
  'DELETE /billing/subscription': Route<typeof plans.subscriptionReply>;
  'GET /billing/subscription/quote': Route<typeof plans.planQuoteReply, undefined, typeof plans.planQuoteQuery>;
  'GET /billing/plans': Route<typeof plans.plansReply>;
  'GET /billing/invoices': Route<typeof invoices.invoicesReply, undefined, typeof invoices.invoicesQuery>;
  'GET /billing/invoices/{id}': Route<typeof invoices.invoiceReply>;
  'GET /billing/buyer': Route<typeof invoices.buyerReply>;
  'PATCH /billing/buyer': Route<typeof invoices.buyerReply, typeof invoices.buyerChange>;
  'GET /calls/{id}/receipt': Route<typeof receipts.callReceiptReply>;
  'GET /receipts/{id}': Route<typeof receipts.signedReceipt>;
  'GET /receipts/keys': Route<typeof receipts.receiptKeysReply>;
  'GET /billing/payment-methods': Route<typeof methods.paymentMethodsReply>;
  'POST /billing/payment-methods': Route<typeof methods.methodSetupReply, typeof methods.newPaymentMethod>;
  'GET /billing/payment-methods/setups/{id}': Route<typeof methods.methodSetupReply>;
  'DELETE /billing/payment-methods/{id}': Route<typeof methods.paymentMethodsReply>;
  'PATCH /billing/payment-methods/{id}/default': Route<typeof methods.paymentMethodsReply>;
  'GET /billing/add-funds': Route<typeof billing.addFundsReply>;
  'POST /billing/add-funds': Route<typeof billing.paymentReply, typeof billing.addFundsRequest>;
  'GET /billing/payments': Route<typeof refunds.paymentsReply, undefined, typeof refunds.paymentsQuery>;
  'GET /billing/refunds': Route<typeof refunds.refundsReply>;
  'POST /billing/refunds': Route<typeof refunds.refundsReply, typeof refunds.refundRequest>;
  'GET /billing/auto-top-up': Route<typeof autoTopUp.autoTopUpReply>;
  'PUT /billing/auto-top-up': Route<typeof autoTopUp.autoTopUpReply, typeof autoTopUp.autoTopUpChange>;
  'GET /billing/payments/{id}': Route<typeof billing.paymentReply>;
  'GET /billing/history': Route<typeof billing.billingHistoryReply, undefined, typeof billing.billingHistoryQuery>;
  'GET /billing/analytics': Route<typeof insight.analyticsReply, undefined, typeof insight.analyticsQuery>;
  'GET /insight/calls': Route<typeof insight.insightReply, undefined, typeof insight.insightQuery>;
  'GET /limits': Route<typeof limits.spendingLimitsReply>;
  'PATCH /limits': Route<typeof limits.spendingLimitsReply, typeof limits.limitsChange>;
  'POST /limits/lifts/{id}': Route<typeof limits.spendingLimitsReply, typeof limits.limitLift>;
  'DELETE /limits/lifts/{id}': Route<typeof limits.spendingLimitsReply>;
  'GET /limits/destinations': Route<typeof limits.askedDestinationReply, undefined, typeof limits.destinationAsked>;
  'POST /limits/destinations': Route<typeof limits.askedDestinationReply, typeof limits.destinationOpening>;
  'DELETE /limits/destinations/{id}': Route<typeof limits.spendingLimitsReply>;
  'GET /notices': Route<typeof notices.noticesReply, undefined, typeof notices.noticesQuery>;
  'POST /notices/{id}/read': Route<typeof notices.noticeReply>;
  'POST /notices/read': Route<typeof notices.unreadReply>;
  'GET /settings/notices': Route<typeof notices.noticeSettingsReply>;
  'PATCH /settings/notices': Route<typeof notices.noticeSettingsReply, typeof notices.noticeSettingsChange>;
  'GET /settings/sip-phones': Route<typeof settings.sipPhonesReply>;
  'POST /settings/sip-phones': Route<typeof settings.newSipPhoneReply, typeof settings.newSipPhone>;
  'PATCH /settings/sip-phones/{id}': Route<typeof settings.sipPhoneReply, typeof settings.sipPhoneChange>;
  'DELETE /settings/sip-phones/{id}': Route<typeof settings.sipPhoneReply>;
  'POST /settings/close-account': Route<typeof settings.closeAccountReply, typeof settings.closeAccountRequest>;
}

export type RouteName = keyof ApiRoutes;
export type Reply<Name extends RouteName> = ApiRoutes[Name]['reply'];
