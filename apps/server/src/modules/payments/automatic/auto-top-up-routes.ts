import { micros, parseDecimal, paymentRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, PAYMENTS_NOT_CONFIGURED } from '../record/funds-view.ts';
import { changeAutoTopUp, viewAutoTopUp } from './change-auto-top-up.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';

/** Money that is added by itself. */
export function addAutoTopUpRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(paymentRoutes.autoTopUp, async (request) => {
    const account = await accountOfRequest(deps.database, request);
    return { autoTopUp: await viewAutoTopUp(deps.database, account, deps.clock.now()) };
  });

  serve(paymentRoutes.changeAutoTopUp, async (request, reply) => {
    const account = await accountOfRequest(deps.database, request);
    if (deps.provider === null) {
      return reply.status(503).send({ ...PAYMENTS_NOT_CONFIGURED, ...(await fundsOf(deps.database, account)) });
    }
    const { isOn, mark, amount, dailyCap, paymentMethodId, version } = request.body;
    await changeAutoTopUp(deps, deps.provider, {
      accountId: account.id,
      userId: identityOf(request).userId,
      state: isOn ? 'on' : 'off',
      markMicros: readMicros(mark),
      amountMicros: readMicros(amount),
      dailyCapMicros: readMicros(dailyCap),
      methodId: paymentMethodId,
      shown: version,
    });
    return { autoTopUp: await viewAutoTopUp(deps.database, account, deps.clock.now()) };
  });
}

/** The contract has seen that it is an amount. */
const readMicros = (text: string) => parseDecimal(text) ?? micros(0n);
