import { microsOfCents, type PaymentProvider, paymentRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, PAYMENTS_NOT_CONFIGURED } from '../record/funds-view.ts';
import { paymentNotFound } from '../record/payment-problems.ts';
import { viewPayment } from '../record/payment-view.ts';
import { findPayment } from '../record/payments-store.ts';
import { payByMethod } from './pay-by-method.ts';
import { countAddFunds, startPayment } from './start-payment.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';

export type PaymentDeps = ProviderUpdateDeps & {
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Behind `requireUser`: refuses whoever has not proved of late who they are. */
  requireProof: (request: FastifyRequest) => Promise<void>;
  /** Null: nobody has connected one, and what needs one says so. */
  provider: PaymentProvider | null;
};

/** Adding money to the balance. */
export function addPaymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(paymentRoutes.funds, async (request) => ({
    payments: deps.provider?.name ?? ('not_configured' as const),
    ...(await fundsOf(deps.database, await accountOfRequest(deps.database, request))),
  }));

  serve(paymentRoutes.addFunds, async (request, reply) => {
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
  });

  serve(paymentRoutes.show, async (request) => {
    const { accountId } = identityOf(request);
    const payment = await findPayment(deps.database, { id: request.params.id, accountId });
    if (payment === null) throw paymentNotFound();
    return { payment: viewPayment(payment) };
  });
}
