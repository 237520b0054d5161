import { z } from 'zod';
import {
  type PaymentAtProvider,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentToStart,
} from './payment-provider.ts';
import { readSignature } from './read-signature.ts';

const TIMEOUT_MS = 5_000;

const payment = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(['open', 'needs_confirmation', 'processing', 'succeeded', 'failed', 'cancelled']),
    amountCents: z.int().positive(),
    currency: z.string(),
    card: z.object({ brand: z.string(), lastFour: z.string().regex(/^\d{4}$/) }).nullable(),
    decline: z.string().nullable(),
    refundedCents: z.int().min(0),
    disputedCents: z.int().min(0),
    pageUrl: z.string().default(''),
  })
  .transform(
    ({ id, state, ...more }): PaymentAtProvider => ({
      ...more,
      providerId: id,
      state: state === 'needs_confirmation' ? 'open' : state,
    }),
  );
const payments = z.object({ payments: z.array(payment) });
const event = z.object({ id: z.string().min(1).max(200), type: z.string().max(100), payment });

/** The sandbox provider: a separate program, reached over HTTP with a bearer key. */
export function createSandboxPayments(options: { url: string; key: string; webhookSecret: string }): PaymentProvider {
  const start = async ({ key, ...wanted }: PaymentToStart & { method?: string }) =>
    await ask(payment, 'POST', '/v1/payments', { key, body: wanted });
  return {
    name: 'sandbox',
    startPayment: start,
    payWithSavedMethod: start,
    async findPayment(reference) {
      const found = await ask(payments, 'GET', `/v1/payments?reference=${encodeURIComponent(reference)}`);
      return found.payments[0] ?? null;
    },
    refund: async ({ key, providerId, amountCents }) =>
      await ask(payment, 'POST', `/v1/payments/${encodeURIComponent(providerId)}/refunds`, {
        key,
        body: { amountCents },
      }),
    readWebhook(headers, body, now) {
      const header = headers['sandbox-signature'];
      const signed = readSignature(typeof header === 'string' ? header : undefined, body, options.webhookSecret, now);
      if (signed !== 'genuine') return { genuine: false, reason: signed };
      const read = event.safeParse(parsed(body));
      return read.success ? { genuine: true, event: read.data } : { genuine: false, reason: 'unreadable' };
    },
  };

  async function ask<T>(
    answer: z.ZodType<T>,
    method: string,
    path: string,
    sent: { key: string; body: unknown } | null = null,
  ): Promise<T> {
    try {
      const reply = await fetch(`${options.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.key}`,
          ...(sent === null ? {} : { 'content-type': 'application/json', 'idempotency-key': sent.key }),
        },
        ...(sent === null ? {} : { body: JSON.stringify(sent.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`status ${reply.status}: ${text.slice(0, 200)}`);
      return answer.parse(JSON.parse(text));
    } catch (error) {
      throw new PaymentProviderError(`${method} ${path.split('?')[0]} at the sandbox provider failed`, {
        cause: error,
      });
    }
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
