import { micros, parseDecimal, paymentRoutes, toMoney } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { owedBy } from '../../ledger/index.ts';
import { nothingToRefund, refundRefused } from '../record/payment-problems.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';
import { viewPayment } from '../record/payment-view.ts';
import { paymentsBefore } from '../record/payments-store.ts';
import { refundableOf, refundUnused } from './refund-unused.ts';

/** What was paid, what became of it, and giving unused credit back. */
export function addRefundRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { requireUser, requireProof } = deps;
  const serve = serveRoutes(app, { user: requireUser, proved_user: [requireUser, requireProof] });

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

  serve(paymentRoutes.list, async (request) => {
    const { accountId } = identityOf(request);
    const { limit, cursor } = request.query;
    const found = await paymentsBefore(deps.database, { accountId, before: cursor ?? null, most: limit + 1 });
    const items = found.slice(0, limit);
    return { items: items.map(viewPayment), nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  serve(paymentRoutes.refundable, refundable);

  serve(paymentRoutes.refund, async (request) => {
    if (deps.provider === null) throw nothingToRefund();
    const account = await accountOfRequest(deps.database, request);
    const key = request.headers['idempotency-key'];
    const refunds = await refundUnused(deps, deps.provider, {
      account,
      userId: identityOf(request).userId,
      amountMicros: request.body.amount === undefined ? null : parseDecimal(request.body.amount),
      key: typeof key === 'string' ? key : null,
    });
    const failed = refunds.filter(({ state }) => state === 'failed');
    if (failed.length === refunds.length) throw refundRefused();
    const failedMicros = micros(failed.reduce((sum, { amountMicros }) => sum + amountMicros, 0n));
    return { ...(await refundable(request)), failed: toMoney(failedMicros, account.currency) };
  });
}
