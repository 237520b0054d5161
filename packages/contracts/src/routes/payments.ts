import { z } from 'zod';
import { autoTopUpChange, autoTopUpReply } from '../payments/auto-top-up.ts';
import { addFundsReply, addFundsRequest, paymentReply, paymentsNotConfigured } from '../billing.ts';
import { defineRoute, idParams } from '../define-route.ts';
import { methodSetupReply, newPaymentMethod, paymentMethodsReply } from '../payments/payment-methods.ts';
import { paymentsQuery, paymentsReply, refundReply, refundRequest, refundsReply } from '../payments/refunds.ts';

export const paymentRoutes = {
  autoTopUp: defineRoute('GET /billing/auto-top-up', {
    tag: 'billing',
    access: 'user',
    summary: 'Get whether money is added automatically, when, and how much',
    reply: autoTopUpReply,
  }),
  changeAutoTopUp: defineRoute('PUT /billing/auto-top-up', {
    tag: 'billing',
    access: 'user',
    summary: 'Set whether money is added automatically, when, and how much',
    body: autoTopUpChange,
    reply: autoTopUpReply,
    otherReplies: { 503: paymentsNotConfigured },
    isConfirmedOnly: true,
    precedence: 'essential',
    refusals: ['auto_top_up_changed', 'no_payment_method', 'not_found', 'payments_not_configured'],
  }),
  funds: defineRoute('GET /billing/add-funds', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the balance, what may be added to it, and whether payments are switched on',
    reply: addFundsReply,
    precedence: 'essential',
  }),
  addFunds: defineRoute('POST /billing/add-funds', {
    tag: 'billing',
    access: 'user',
    summary: 'Add money to the balance with a saved payment method, or get the address to pay at',
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
    summary: 'Get a payment and its state',
    params: z.object({ id: z.uuid() }),
    reply: paymentReply,
    precedence: 'essential',
  }),
  list: defineRoute('GET /billing/payments', {
    tag: 'billing',
    access: 'user',
    summary: 'List the payments, newest first, with what was refunded and what is disputed',
    query: paymentsQuery,
    reply: paymentsReply,
  }),
  refundable: defineRoute('GET /billing/refunds', {
    tag: 'billing',
    access: 'user',
    summary: 'Get how much credit could be refunded, to which payments, and what is owed',
    reply: refundsReply,
  }),
  refund: defineRoute('POST /billing/refunds', {
    tag: 'billing',
    access: 'proved_user',
    summary: 'Refund unused credit to the payments that it came from, the oldest first',
    body: refundRequest,
    reply: refundReply,
    isIdempotent: true,
    precedence: 'essential',
    refusals: ['nothing_to_refund', 'refund_refused', 'refund_too_large'],
  }),
};

export const paymentMethodRoutes = {
  list: defineRoute('GET /billing/payment-methods', {
    tag: 'billing',
    access: 'user',
    summary: 'List the payment methods',
    reply: paymentMethodsReply,
    precedence: 'essential',
  }),
  add: defineRoute('POST /billing/payment-methods', {
    tag: 'billing',
    access: 'user',
    summary: 'Start adding a payment method: replies with the address at which to enter the card',
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
    summary: 'Get the state of a payment method that’s being added',
    params: idParams,
    reply: methodSetupReply,
    precedence: 'essential',
  }),
  remove: defineRoute('DELETE /billing/payment-methods/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'Remove a payment method',
    params: idParams,
    reply: paymentMethodsReply,
  }),
  makeDefault: defineRoute('PATCH /billing/payment-methods/{id}/default', {
    tag: 'billing',
    access: 'user',
    summary: 'Pay with this payment method from now on',
    params: idParams,
    reply: paymentMethodsReply,
  }),
};
