import { autoTopUpChange, autoTopUpReply, micros, parseDecimal, paymentsNotConfigured } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, PAYMENTS_NOT_CONFIGURED } from '../record/add-funds.ts';
import { changeAutoTopUp, viewAutoTopUp } from './change-auto-top-up.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

/** Money that is added by itself. */
export function addAutoTopUpRoutes(server: FastifyInstance, deps: PaymentDeps): void {
  const app: HttpServer = server.withTypeProvider();
  const onRequest = deps.requireUser;

  app.get(
    '/billing/auto-top-up',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Whether money is added by itself, when, and how much',
        response: { 200: autoTopUpReply, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOfRequest(deps.database, request);
      return { autoTopUp: await viewAutoTopUp(deps.database, account, deps.clock.now()) };
    },
  );

  app.put(
    '/billing/auto-top-up',
    {
      onRequest,
      config: { confirmedOnly: true },
      schema: {
        ...signedIn,
        summary: 'Choose whether money is added by itself, when, and how much',
        body: autoTopUpChange,
        response: { 200: autoTopUpReply, 503: paymentsNotConfigured, ...refusals },
      },
    },
    async (request, reply) => {
      const account = await accountOfRequest(deps.database, request);
      if (deps.provider === null) {
        return reply.status(503).send({ ...PAYMENTS_NOT_CONFIGURED, ...(await fundsOf(deps.database, account)) });
      }
      const { isOn, mark, amount, dailyCap, paymentMethodId } = request.body;
      await changeAutoTopUp(deps, deps.provider, {
        accountId: account.id,
        userId: identityOf(request).userId,
        state: isOn ? 'on' : 'off',
        markMicros: readMicros(mark),
        amountMicros: readMicros(amount),
        dailyCapMicros: readMicros(dailyCap),
        methodId: paymentMethodId,
      });
      return { autoTopUp: await viewAutoTopUp(deps.database, account, deps.clock.now()) };
    },
  );
}

/** The contract has seen that it is an amount. */
const readMicros = (text: string) => parseDecimal(text) ?? micros(0n);
