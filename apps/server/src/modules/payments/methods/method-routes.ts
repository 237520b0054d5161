import { methodSetupReply, newPaymentMethod, paymentMethodsReply, paymentsNotConfigured } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, NO_METHODS_KEPT } from '../record/add-funds.ts';
import { viewMethod } from '../record/method.ts';
import { addMethod, makeDefault, MOST_METHODS, takeMethodAway } from './methods.ts';
import { methodsOf } from '../record/methods-store.ts';
import { methodSetupNotFound, paymentMethodNotFound } from '../record/payment-problems.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';
import { viewSetup } from '../record/setup.ts';
import { findSetup } from '../record/setups-store.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };
const params = z.object({ id: z.string().max(100) });
const isUuid = (id: string) => z.uuid().safeParse(id).success;

/** The specification's calls around payment methods: cards are typed on the provider's page, and kept there. */
export function addMethodRoutes(server: FastifyInstance, deps: PaymentDeps): void {
  const app: HttpServer = server.withTypeProvider();
  const onRequest = deps.requireUser;
  const { provider } = deps;

  const list = async (request: FastifyRequest) => {
    if (provider === null) return { paymentMethods: [] };
    const wanted = { accountId: identityOf(request).accountId, provider: provider.name, most: MOST_METHODS };
    const now = deps.clock.now();
    return { paymentMethods: (await methodsOf(deps.database, wanted)).map((method) => viewMethod(method, now)) };
  };
  /** The owner of a method, and the provider that keeps it; refuses an id that can be of none. */
  const methodOf = (request: FastifyRequest, id: string) => {
    if (provider === null || !isUuid(id)) throw paymentMethodNotFound();
    const { accountId, userId } = identityOf(request);
    return { provider, method: { accountId, userId, id } };
  };

  app.get(
    '/billing/payment-methods',
    {
      onRequest,
      schema: { ...signedIn, summary: 'The payment methods', response: { 200: paymentMethodsReply, ...refusals } },
    },
    list,
  );

  app.post(
    '/billing/payment-methods',
    {
      onRequest,
      config: { idempotent: true, confirmedOnly: true },
      schema: {
        ...signedIn,
        summary: 'Begin to add a payment method: answers where to type the card',
        body: newPaymentMethod,
        response: { 200: methodSetupReply, 503: paymentsNotConfigured, ...refusals },
      },
    },
    async (request, reply) => {
      if (provider === null) {
        const funds = await fundsOf(deps.database, await accountOfRequest(deps.database, request));
        return reply.status(503).send({ ...NO_METHODS_KEPT, ...funds });
      }
      const { accountId, userId } = identityOf(request);
      const key = request.headers['idempotency-key'];
      const setup = await addMethod(deps, provider, { accountId, userId, key: typeof key === 'string' ? key : null });
      return { ...(await list(request)), setup: viewSetup(setup) };
    },
  );

  app.get(
    '/billing/payment-methods/setups/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What became of a payment method that was to be added',
        params,
        response: { 200: methodSetupReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      const { id } = request.params;
      const setup = isUuid(id) ? await findSetup(deps.database, { id, accountId }) : null;
      if (setup === null) throw methodSetupNotFound();
      return { ...(await list(request)), setup: viewSetup(setup) };
    },
  );

  app.delete(
    '/billing/payment-methods/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Take a payment method away',
        params,
        response: { 200: paymentMethodsReply, ...refusals },
      },
    },
    async (request) => {
      const of = methodOf(request, request.params.id);
      await takeMethodAway(deps, of.provider, of.method);
      return await list(request);
    },
  );

  app.patch(
    '/billing/payment-methods/:id/default',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Pay by this payment method from now on',
        params,
        response: { 200: paymentMethodsReply, ...refusals },
      },
    },
    async (request) => {
      const of = methodOf(request, request.params.id);
      await makeDefault(deps, of.provider, of.method);
      return await list(request);
    },
  );
}
