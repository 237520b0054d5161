import {
  addFundsReply,
  addFundsRequest,
  microsOfCents,
  type PaymentProvider,
  paymentReply,
  paymentsNotConfigured,
} from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, PAYMENTS_NOT_CONFIGURED } from '../record/add-funds.ts';
import { paymentNotFound } from '../record/payment-problems.ts';
import { viewPayment } from '../record/payment-view.ts';
import { findPayment } from '../record/payments-store.ts';
import { payByMethod } from './pay-by-method.ts';
import { countAddFunds, startPayment } from './start-payment.ts';
import type { NewsDeps } from '../updates/take-news.ts';

export type PaymentDeps = NewsDeps & {
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Behind `requireUser`: refuses whoever has not proved of late who they are. */
  requireProof: (request: FastifyRequest) => Promise<void>;
  /** Null: nobody has connected one, and what needs one says so. */
  provider: PaymentProvider | null;
};

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

/** Adding money to the balance. */
export function addPaymentRoutes(server: FastifyInstance, deps: PaymentDeps): void {
  const app: HttpServer = server.withTypeProvider();
  const onRequest = deps.requireUser;

  app.get(
    '/billing/add-funds',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The balance, what may be added to it, and whether payments are switched on',
        response: { 200: addFundsReply, ...refusals },
      },
    },
    async (request) => ({
      payments: deps.provider?.name ?? ('not_configured' as const),
      ...(await fundsOf(deps.database, await accountOfRequest(deps.database, request))),
    }),
  );

  app.post(
    '/billing/add-funds',
    {
      onRequest,
      config: { idempotent: true, confirmedOnly: true },
      schema: {
        ...signedIn,
        summary: 'Add money to the balance: by a saved method, or answers where to pay',
        body: addFundsRequest,
        response: { 200: paymentReply, 503: paymentsNotConfigured, ...refusals },
      },
    },
    async (request, reply) => {
      const account = await accountOfRequest(deps.database, request);
      if (deps.provider === null) {
        return reply.status(503).send({ ...PAYMENTS_NOT_CONFIGURED, ...(await fundsOf(deps.database, account)) });
      }
      const key = request.headers['idempotency-key'];
      const { amount, paymentMethodId } = request.body;
      const wanted = {
        account,
        userId: identityOf(request).userId,
        amountMicros: microsOfCents(Math.round(amount * 100)),
        key: typeof key === 'string' ? key : null,
      };
      if (paymentMethodId === undefined) {
        return { payment: viewPayment(await startPayment(deps, deps.provider, wanted)) };
      }
      await countAddFunds(deps, account.id);
      const saved = { methodId: paymentMethodId, payer: 'present', purpose: { type: 'top_up', id: null } } as const;
      return { payment: viewPayment(await payByMethod(deps, deps.provider, { ...wanted, ...saved })) };
    },
  );

  app.get(
    '/billing/payments/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What became of a payment',
        params: z.object({ id: z.uuid() }),
        response: { 200: paymentReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      const payment = await findPayment(deps.database, { id: request.params.id, accountId });
      if (payment === null) throw paymentNotFound();
      return { payment: viewPayment(payment) };
    },
  );
}
