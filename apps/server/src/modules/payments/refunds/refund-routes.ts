import {
  micros,
  parseDecimal,
  paymentsQuery,
  paymentsReply,
  refundRequest,
  refundsReply,
  toMoney,
} from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { owedBy } from '../../ledger/index.ts';
import { nothingToRefund } from '../record/payment-problems.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';
import { viewPayment } from '../record/payment-view.ts';
import { paymentsBefore } from '../record/payments-store.ts';
import { refundableOf, refundUnused } from './refund-unused.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

/** What was paid, what became of it, and giving unused credit back. */
export function addRefundRoutes(server: FastifyInstance, deps: PaymentDeps): void {
  const app: HttpServer = server.withTypeProvider();
  const onRequest = deps.requireUser;

  const refundable = async (request: FastifyRequest) => {
    const account = await accountOfRequest(deps.database, request);
    const { provider } = deps;
    const unused = provider === null ? null : await refundableOf(deps.database, provider, account);
    const money = (amount: bigint) => toMoney(micros(amount), account.currency);
    return {
      refundable: money(unused?.amountMicros ?? 0n),
      parts: (unused?.parts ?? []).map(({ paymentId, amountMicros }) => ({ paymentId, amount: money(amountMicros) })),
      owed: money(await owedBy(deps.database, account.walletId)),
    };
  };

  app.get(
    '/billing/payments',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What was paid, newest first, with what was given back and what is disputed',
        querystring: paymentsQuery,
        response: { 200: paymentsReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      const { limit, cursor } = request.query;
      const found = await paymentsBefore(deps.database, { accountId, before: cursor ?? null, most: limit + 1 });
      const items = found.slice(0, limit);
      return { items: items.map(viewPayment), nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );

  app.get(
    '/billing/refunds',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What could be given back of the credit, to which payments, and what is owed',
        response: { 200: refundsReply, ...refusals },
      },
    },
    refundable,
  );

  app.post(
    '/billing/refunds',
    {
      onRequest: [onRequest, deps.requireProof],
      config: { idempotent: true },
      schema: {
        ...signedIn,
        summary: 'Give unused credit back to the payments that it came from, the oldest first',
        body: refundRequest,
        response: { 200: refundsReply, ...refusals },
      },
    },
    async (request) => {
      if (deps.provider === null) throw nothingToRefund();
      const account = await accountOfRequest(deps.database, request);
      const key = request.headers['idempotency-key'];
      await refundUnused(deps, deps.provider, {
        account,
        userId: identityOf(request).userId,
        amountMicros: request.body.amount === undefined ? null : parseDecimal(request.body.amount),
        key: typeof key === 'string' ? key : null,
      });
      return await refundable(request);
    },
  );
}
