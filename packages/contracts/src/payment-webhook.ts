import { webhookReply } from './billing.ts';
import { defineRoute } from './define-route.ts';

/** Where a provider tells its news; each has an address of its own. */
export const paymentWebhook = (provider: string) =>
  defineRoute(`POST /webhooks/payments/${provider}`, {
    tag: 'billing',
    caller: 'anyone',
    summary: 'For the payment provider alone: news of a payment, signed by it',
    reply: webhookReply,
  });
