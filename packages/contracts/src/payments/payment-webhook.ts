import { webhookReply } from '../billing.ts';
import { defineRoute } from '../define-route.ts';

/** Where a provider sends its updates; each has an address of its own. */
export const paymentWebhook = (provider: string) =>
  defineRoute(`POST /webhooks/payments/${provider}`, {
    tag: 'billing',
    access: 'anyone',
    summary: 'For the payment provider alone: an update of a payment, signed by it',
    reply: webhookReply,
    refusals: ['webhook_bad_signature', 'webhook_too_old', 'webhook_unreadable', 'payment_differs', 'payment_unknown'],
    precedence: 'essential',
  });
