import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { MESSAGE_WEBHOOK_RATE_LIMIT } from '../rate-limit.ts';

/** Where a carrier of messages that is reached by HTTP tells what became of them, and what came in; each has an address of its own. */
export const messageWebhook = (carrier: string) =>
  defineRoute(`POST /webhooks/messages/${carrier}`, {
    tag: 'messages',
    access: 'anyone',
    summary: 'For the carrier alone: a receipt, or a text that came in, signed by it',
    produces: ['text/plain'],
    reply: z.any().describe('Nothing: it was taken'),
    perClient: MESSAGE_WEBHOOK_RATE_LIMIT,
    refusals: ['webhook_bad_signature', 'webhook_too_old', 'webhook_unreadable'],
    precedence: 'essential',
  });
