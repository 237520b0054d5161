import type {
  MethodAtProvider,
  PaymentAtProvider,
  PaymentProvider,
  ProviderEvent,
  SetupAtProvider,
} from '@farline/contracts';
import { z } from 'zod';
import { PaymentProviderError } from './payment-provider-error.ts';
import { readSignature } from './read-signature.ts';

const TIMEOUT_MS = 5_000;

const cents = z.int().positive();
const card = z.object({
  brand: z.string(),
  lastFour: z.string().regex(/^\d{4}$/),
  expires: z.string().regex(/^\d\d\/\d\d$/),
  // Cards that were kept by an earlier version have none.
  fingerprint: z.string().optional(),
});
const payment = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(['open', 'needs_confirmation', 'processing', 'succeeded', 'failed', 'cancelled']),
    amountCents: cents,
    currency: z.string(),
    card: card.nullable(),
    method: z.string().nullable(),
    decline: z.string().nullable(),
    refunds: z.array(
      z.object({ id: z.string(), reference: z.string(), amountCents: cents, state: z.enum(['succeeded']) }),
    ),
    disputes: z.array(z.object({ id: z.string(), amountCents: cents, state: z.enum(['open', 'won', 'lost']) })),
    pageUrl: z.string().default(''),
  })
  .transform(
    (read): PaymentAtProvider => ({
      providerId: read.id,
      reference: read.reference,
      state: read.state === 'needs_confirmation' ? 'open' : read.state,
      amountCents: read.amountCents,
      currency: read.currency,
      card: read.card === null ? null : { brand: read.card.brand, lastFour: read.card.lastFour },
      cardFingerprint: read.card?.fingerprint ?? null,
      method: methodOf(read),
      decline: read.decline,
      refunds: read.refunds.map(({ id, ...refund }) => ({ providerId: id, ...refund })),
      disputes: read.disputes.map(({ id, ...dispute }) => ({ providerId: id, ...dispute })),
      pageUrl: read.pageUrl,
    }),
  );
const setup = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(['open', 'needs_confirmation', 'succeeded', 'failed', 'cancelled']),
    card: card.nullable(),
    method: z.string().nullable(),
    decline: z.string().nullable(),
    pageUrl: z.string().default(''),
  })
  .transform(
    (read): SetupAtProvider => ({
      providerId: read.id,
      reference: read.reference,
      state: read.state === 'needs_confirmation' ? 'open' : read.state,
      decline: read.decline,
      method: methodOf(read),
      pageUrl: read.pageUrl,
    }),
  );
const payments = z.object({ payments: z.array(payment) });
const setups = z.object({ setups: z.array(setup) });
const told = { id: z.string().min(1).max(200), type: z.string().max(100) };
const event = z.union([
  z.object({ ...told, payment }).transform((read): ProviderEvent => ({ is: 'payment', ...read })),
  z.object({ ...told, setup }).transform((read): ProviderEvent => ({ is: 'setup', ...read })),
]);

function methodOf(read: { method: string | null; card: z.infer<typeof card> | null }): MethodAtProvider | null {
  if (read.method === null || read.card === null) return null;
  const [month, year] = read.card.expires.split('/').map(Number);
  const { brand, lastFour } = read.card;
  return { providerId: read.method, brand, lastFour, expires: { year: 2000 + (year ?? 0), month: month ?? 1 } };
}

/** It was heard and refused: nothing of what was asked was done. */
class Refused extends Error {}

/** The sandbox provider: a separate program, reached over HTTP with a bearer key. */
export function createSandboxPayments(options: { url: string; key: string; webhookSecret: string }): PaymentProvider {
  return {
    name: 'sandbox',
    openCustomer: async ({ accountId }) => accountId,
    startPayment: async ({ key, ...wanted }) => await ask(payment, 'POST', '/v1/payments', { key, body: wanted }),
    payWithSavedMethod: async ({ key, ...wanted }) =>
      await refusedAsNull(ask(payment, 'POST', '/v1/payments', { key, body: wanted })),
    findPayment: async ({ reference }) =>
      (await ask(payments, 'GET', `/v1/payments${query(reference)}`)).payments[0] ?? null,
    startSetup: async ({ key, ...wanted }) => await ask(setup, 'POST', '/v1/setups', { key, body: wanted }),
    findSetup: async ({ reference }) => (await ask(setups, 'GET', `/v1/setups${query(reference)}`)).setups[0] ?? null,
    async removeMethod(method) {
      await refusedAsNull(ask(z.object({}), 'DELETE', `/v1/methods/${encodeURIComponent(method)}`));
    },
    refund: async ({ key, reference, payment: { providerId }, amountCents }) =>
      await refusedAsNull(
        ask(payment, 'POST', `/v1/payments/${encodeURIComponent(providerId)}/refunds`, {
          key,
          body: { amountCents, reference },
        }),
      ),
    async readWebhook(headers, body, now) {
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
    let status: number | null = null;
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
      ({ status } = reply);
      if (reply.status === 404 || reply.status === 409) throw new Refused(text.slice(0, 200));
      if (!reply.ok) throw new Error(`status ${reply.status}: ${text.slice(0, 200)}`);
      return answer.parse(JSON.parse(text));
    } catch (error) {
      throw new PaymentProviderError(`${method} ${path.split('?')[0]} at the sandbox provider failed`, {
        cause: error,
        isUnreachable: status === null || status === 401 || status >= 500,
      });
    }
  }
}

const query = (reference: string) => `?reference=${encodeURIComponent(reference)}`;

async function refusedAsNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof PaymentProviderError && error.cause instanceof Refused) return null;
    throw error;
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
