import { z } from 'zod';
import { autoTopUpChange, autoTopUpReply } from '../payments/auto-top-up.ts';
import { addFundsReply, addFundsRequest, paymentReply, paymentsNotConfigured } from '../billing.ts';
import { defineRoute, idParams } from '../define-route.ts';
import { methodSetupReply, newPaymentMethod, paymentMethodsReply } from '../payments/payment-methods.ts';
import { paymentsQuery, paymentsReply, refundRequest, refundsReply } from '../payments/refunds.ts';

export const paymentRoutes = {
  autoTopUp: defineRoute('GET /billing/auto-top-up', {
    tag: 'billing',
    access: 'user',
    summary: 'Whether money is added by itself, when, and how much',
    reply: autoTopUpReply,
  }),
  changeAutoTopUp: defineRoute('PUT /billing/auto-top-up', {
    tag: 'billing',
    access: 'user',
    summary: 'Choose whether money is added by itself, when, and how much',
    body: autoTopUpChange,
    reply: autoTopUpReply,
    otherReplies: { 503: paymentsNotConfigured },
    isConfirmedOnly: true,
    precedence: 'essential',
    refusals: ['no_payment_method', 'not_found', 'payments_not_configured'],
  }),
  funds: defineRoute('GET /billing/add-funds', {
    tag: 'billing',
    access: 'user',
    summary: 'The balance, what may be added to it, and whether payments are switched on',
    reply: addFundsReply,
    precedence: 'essential',
  }),
  addFunds: defineRoute('POST /billing/add-funds', {
    tag: 'billing',
    access: 'user',
    summary: 'Add money to the balance: by a saved method, or answers where to pay',
    body: addFundsRequest,
    reply: paymentReply,
    otherReplies: { 503: paymentsNotConfigured },
    isIdempotent: true,
    isConfirmedOnly: true,
    precedence: 'essential',
    refusals: ['no_payment_method', 'not_found', 'payments_not_configured', 'payments_unavailable'],
  }),
  show: defineRoute('GET /billing/payments/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'What became of a payment',
    params: z.object({ id: z.uuid() }),
    reply: paymentReply,
    precedence: 'essential',
  }),
  list: defineRoute('GET /billing/payments', {
    tag: 'billing',
    access: 'user',
    summary: 'What was paid, newest first, with what was given back and what is disputed',
    query: paymentsQuery,
    reply: paymentsReply,
  }),
  refundable: defineRoute('GET /billing/refunds', {
    tag: 'billing',
    access: 'user',
    summary: 'What could be given back of the credit, to which payments, and what is owed',
    reply: refundsReply,
  }),
  refund: defineRoute('POST /billing/refunds', {
    tag: 'billing',
    access: 'proved_user',
    summary: 'Give unused credit back to the payments that it came from, the oldest first',
    body: refundRequest,
    reply: refundsReply,
    isIdempotent: true,
    precedence: 'essential',
    refusals: ['nothing_to_refund', 'refund_too_large'],
  }),
};

export const paymentMethodRoutes = {
  list: defineRoute('GET /billing/payment-methods', {
    tag: 'billing',
    access: 'user',
    summary: 'The payment methods',
    reply: paymentMethodsReply,
    precedence: 'essential',
  }),
  add: defineRoute('POST /billing/payment-methods', {
    tag: 'billing',
    access: 'user',
    summary: 'Begin to add a payment method: answers where to type the card',
    body: newPaymentMethod,
    reply: methodSetupReply,
    otherReplies: { 503: paymentsNotConfigured },
    isIdempotent: true,
    isConfirmedOnly: true,
    precedence: 'essential',
    refusals: ['payments_not_configured', 'payments_unavailable', 'too_many_payment_methods'],
  }),
  setup: defineRoute('GET /billing/payment-methods/setups/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'What became of a payment method that was to be added',
    params: idParams,
    reply: methodSetupReply,
    precedence: 'essential',
  }),
  remove: defineRoute('DELETE /billing/payment-methods/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'Take a payment method away',
    params: idParams,
    reply: paymentMethodsReply,
  }),
  makeDefault: defineRoute('PATCH /billing/payment-methods/{id}/default', {
    tag: 'billing',
    access: 'user',
    summary: 'Pay by this payment method from now on',
    params: idParams,
    reply: paymentMethodsReply,
  }),
};
