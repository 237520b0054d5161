import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { bodyOf, partsOf, readJson, Refusal, sendJson } from './answers.ts';
import type { Journal, Fact } from './journal.ts';
import type { Payments } from './payments.ts';
import type { Payment, SavedMethod } from './payment.ts';
import type { Setups } from './setups.ts';
import type { Setup } from './setup.ts';

export type ApiDeps = {
  journal: Journal;
  payments: Payments;
  setups: Setups;
  key: string;
  /** The address of a page of the payer. */
  pageOf: (page: 'pay' | 'keep', id: string) => string;
};

const amountCents = z.int().min(1).max(100_000_000);
const returnUrl = z.url({ protocol: /^https?$/ }).max(2000);
const newPayment = z.strictObject({
  amountCents,
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: z.string().min(1).max(200),
  description: z.string().max(200).default(''),
  customer: z.string().min(1).max(200).nullable().default(null),
  returnUrl,
  /** Pay at once by a method that this customer saved. */
  method: z.string().max(100).optional(),
  /** Whether the payer is there to answer their bank; only asked of a saved method. */
  payer: z.enum(['present', 'absent']).default('present'),
});
const reference = z.string().min(1).max(200);
const newSetup = z.strictObject({ reference, customer: z.string().min(1).max(200), returnUrl });
const newRefund = z.strictObject({ amountCents, reference });

/**
 * The shop's side, by bearer key. `POST /v1/payments`, `GET /v1/payments?reference=`, `GET /v1/payments/{id}`,
 * `POST /v1/payments/{id}/refunds`, `POST /v1/setups`, `GET /v1/setups?reference=`, `GET /v1/customers/{customer}/methods`,
 * `DELETE /v1/methods/{id}`. Each POST needs an Idempotency-Key: the same key with the same request gets the first answer again, with another one it is refused.
 */
export async function answerShop(
  deps: ApiDeps,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isKey(deps.key, request.headers.authorization)) {
    throw new Refusal(401, 'unauthorized', 'Send the key as Authorization: Bearer.');
  }
  const [, , collection, id, part] = partsOf(url);
  const asked = `${request.method} ${collection}${id === undefined ? '' : '/id'}${part === undefined ? '' : `/${part}`}`;
  switch (asked) {
    case 'POST payments':
      return await once(deps, request, response, (body, answered) => openPayment(deps, body, answered));
    case 'GET payments': {
      const payment = deps.payments.findByReference(url.searchParams.get('reference') ?? '');
      return sendJson(response, 200, { payments: payment === null ? [] : [viewOf(deps, payment)] });
    }
    case 'GET payments/id':
      return sendJson(response, 200, viewOf(deps, paymentOf(deps, id)));
    case 'POST payments/id/refunds':
      return await once(deps, request, response, (body, answered) =>
        refundPayment(deps, paymentOf(deps, id), body, answered),
      );
    case 'POST setups':
      return await once(deps, request, response, (body, answered) => {
        deps.setups.open(readJson(newSetup, body), (setup) => answered(viewOfSetup(deps, setup)));
      });
    case 'GET setups': {
      const setup = deps.setups.findByReference(url.searchParams.get('reference') ?? '');
      return sendJson(response, 200, { setups: setup === null ? [] : [viewOfSetup(deps, setup)] });
    }
    case 'GET customers/id/methods':
      return sendJson(response, 200, { methods: deps.payments.methodsOf(id ?? '').map(viewOfMethod) });
    case 'DELETE methods/id':
      if (deps.payments.method(id ?? '') === null)
        throw new Refusal(404, 'method_not_found', 'There is no such method.');
      deps.payments.removeMethod(id ?? '');
      return sendJson(response, 200, {});
    default:
      throw new Refusal(404, 'not_found', 'There is no such call.');
  }
}

/** Makes the facts that keep an answer; they are written with the deed. */
type Answered = (view: unknown) => Fact[];

function openPayment(deps: ApiDeps, body: string, answered: Answered): void {
  const { method: wanted, payer, ...payment } = readJson(newPayment, body);
  const method = wanted === undefined ? null : deps.payments.method(wanted);
  if (wanted !== undefined && (method === null || method.customer !== payment.customer)) {
    throw new Refusal(404, 'method_not_found', 'This customer has no such method.');
  }
  deps.payments.open(payment, method === null ? null : { method, payer }, (opened) => answered(viewOf(deps, opened)));
}

function refundPayment(deps: ApiDeps, payment: Payment, body: string, answered: Answered): void {
  const refunded = deps.payments.refund(payment, readJson(newRefund, body), (given) => answered(viewOf(deps, given)));
  if (refunded === null) throw new Refusal(409, 'refund_too_large', 'That is more than is left of the payment.');
}

/** Does it once for each idempotency key; the answer is written with the deed. */
async function once(
  deps: ApiDeps,
  request: IncomingMessage,
  response: ServerResponse,
  deed: (body: string, answered: Answered) => void,
): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refusal(400, 'idempotency_key_missing', 'Send an Idempotency-Key of 1 to 200 printable characters.');
  }
  const body = await bodyOf(request);
  const asked = createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('hex');
  if (!deps.journal.answers.has(key)) {
    deed(body, (view) => [{ is: 'answer', answer: { key, request: asked, status: 201, body: view } }]);
  }
  const kept = deps.journal.answers.get(key);
  if (kept === undefined) throw new Error(`no answer was kept for the key of ${request.url}`);
  if (kept.request !== asked) {
    throw new Refusal(409, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  sendJson(response, kept.status, kept.body);
}

function paymentOf(deps: ApiDeps, id: string | undefined): Payment {
  const payment = deps.payments.find(id ?? '');
  if (payment === null) throw new Refusal(404, 'payment_not_found', 'There’s no such payment.');
  return payment;
}

function viewOf(deps: ApiDeps, payment: Payment): unknown {
  return { ...payment, pageUrl: deps.pageOf('pay', payment.id) };
}

function viewOfSetup(deps: ApiDeps, setup: Setup): unknown {
  return { ...setup, pageUrl: deps.pageOf('keep', setup.id) };
}

function viewOfMethod({ id, card, savedAt }: SavedMethod): unknown {
  return { id, card, savedAt };
}

function isKey(key: string, header: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${key}`));
}
