import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { bodyOf, readJson, Refusal, sendJson } from './answers.ts';
import type { Book, Fact } from './book.ts';
import type { Desk } from './desk.ts';
import type { Payment, SavedMethod } from './payment.ts';

export type ApiDeps = { book: Book; desk: Desk; key: string; pageOf: (payment: Payment) => string };

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
});
const newRefund = z.strictObject({ amountCents });

/**
 * The shop's side, by bearer key. `POST /v1/payments`, `GET /v1/payments?reference=`, `GET /v1/payments/{id}`,
 * `POST /v1/payments/{id}/refunds`, `GET /v1/customers/{customer}/methods`, `DELETE /v1/methods/{id}`. Both POSTs need an
 * Idempotency-Key: the same key with the same request gets the first answer again, with another one it is refused.
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
  const [, , collection, id, part] = url.pathname.split('/').map(decodeURIComponent);
  const asked = `${request.method} ${collection}${id === undefined ? '' : '/id'}${part === undefined ? '' : `/${part}`}`;
  switch (asked) {
    case 'POST payments':
      return await once(deps, request, response, (body, also) => openPayment(deps, body, also));
    case 'GET payments': {
      const payment = deps.desk.findByReference(url.searchParams.get('reference') ?? '');
      return sendJson(response, 200, { payments: payment === null ? [] : [viewOf(deps, payment)] });
    }
    case 'GET payments/id':
      return sendJson(response, 200, viewOf(deps, paymentOf(deps, id)));
    case 'POST payments/id/refunds':
      return await once(deps, request, response, (body, also) => refundPayment(deps, paymentOf(deps, id), body, also));
    case 'GET customers/id/methods':
      return sendJson(response, 200, { methods: deps.desk.methodsOf(id ?? '').map(viewOfMethod) });
    case 'DELETE methods/id':
      if (deps.desk.method(id ?? '') === null) throw new Refusal(404, 'method_not_found', 'There is no such method.');
      deps.desk.removeMethod(id ?? '');
      return sendJson(response, 200, {});
    default:
      throw new Refusal(404, 'not_found', 'There is no such call.');
  }
}

type Also = (payment: Payment) => Fact[];

function openPayment(deps: ApiDeps, body: string, also: Also): void {
  const { method: wanted, ...payment } = readJson(newPayment, body);
  const method = wanted === undefined ? null : deps.desk.method(wanted);
  if (wanted !== undefined && (method === null || method.customer !== payment.customer)) {
    throw new Refusal(404, 'method_not_found', 'This customer has no such method.');
  }
  deps.desk.open(payment, method, also);
}

function refundPayment(deps: ApiDeps, payment: Payment, body: string, also: Also): void {
  if (deps.desk.refund(payment, readJson(newRefund, body).amountCents, also) === null) {
    throw new Refusal(409, 'refund_too_large', 'That is more than is left of the payment.');
  }
}

/** Does it once for each idempotency key; the answer is written with the deed. */
async function once(
  deps: ApiDeps,
  request: IncomingMessage,
  response: ServerResponse,
  deed: (body: string, also: Also) => void,
): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refusal(400, 'idempotency_key_missing', 'Send an Idempotency-Key of 1 to 200 printable characters.');
  }
  const body = await bodyOf(request);
  const asked = createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('hex');
  if (!deps.book.answers.has(key)) {
    deed(body, (payment) => [
      { is: 'answer', answer: { key, request: asked, status: 201, body: viewOf(deps, payment) } },
    ]);
  }
  const kept = deps.book.answers.get(key);
  if (kept === undefined) throw new Error(`no answer was kept for the key of ${request.url}`);
  if (kept.request !== asked) {
    throw new Refusal(409, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  sendJson(response, kept.status, kept.body);
}

function paymentOf(deps: ApiDeps, id: string | undefined): Payment {
  const payment = deps.desk.find(id ?? '');
  if (payment === null) throw new Refusal(404, 'payment_not_found', 'There is no such payment.');
  return payment;
}

function viewOf(deps: ApiDeps, payment: Payment): unknown {
  return { ...payment, pageUrl: deps.pageOf(payment) };
}

function viewOfMethod({ id, card, savedAt }: SavedMethod): unknown {
  return { id, card, savedAt };
}

function isKey(key: string, header: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${key}`));
}
