import { paymentMethodRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { accountOfRequest } from '../../accounts/index.ts';
import { fundsOf, NO_METHODS_KEPT } from '../record/funds-view.ts';
import { viewMethod } from '../record/method.ts';
import { addMethod, makeDefault, takeMethodAway } from './methods.ts';
import { methodsOf } from '../record/methods-store.ts';
import { methodSetupNotFound, paymentMethodNotFound } from '../record/payment-problems.ts';
import type { PaymentDeps } from '../paying/payment-routes.ts';
import { viewSetup } from '../record/setup.ts';
import { findSetup } from '../record/setups-store.ts';

/** More than can be kept: cards that were begun beside one another, or kept with a payment, may be. */
const MOST_LISTED = 100;

const isUuid = (id: string) => z.uuid().safeParse(id).success;

/** The specification's calls around payment methods: cards are typed on the provider's page, and kept there. */
export function addMethodRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { provider } = deps;

  const list = async (request: FastifyRequest) => {
    if (provider === null) return { paymentMethods: [] };
    const wanted = { accountId: identityOf(request).accountId, provider: provider.name, most: MOST_LISTED };
    const now = deps.clock.now();
    return { paymentMethods: (await methodsOf(deps.database, wanted)).map((method) => viewMethod(method, now)) };
  };
  /** The owner of a method, and the provider that keeps it; refuses an id that can be of none. */
  const methodOf = (request: FastifyRequest, id: string) => {
    if (provider === null || !isUuid(id)) throw paymentMethodNotFound();
    const { accountId, userId } = identityOf(request);
    return { provider, method: { accountId, userId, id } };
  };

  serve(paymentMethodRoutes.list, list);

  serve(paymentMethodRoutes.add, async (request, reply) => {
    if (provider === null) {
      const funds = await fundsOf(deps.database, await accountOfRequest(deps.database, request));
      return reply.status(503).send({ ...NO_METHODS_KEPT, ...funds });
    }
    const { accountId, userId } = identityOf(request);
    const key = request.headers['idempotency-key'];
    const setup = await addMethod(deps, provider, { accountId, userId, key: typeof key === 'string' ? key : null });
    return { ...(await list(request)), setup: viewSetup(setup) };
  });

  serve(paymentMethodRoutes.setup, async (request) => {
    const { accountId } = identityOf(request);
    const { id } = request.params;
    const setup = isUuid(id) ? await findSetup(deps.database, { id, accountId }) : null;
    if (setup === null) throw methodSetupNotFound();
    return { ...(await list(request)), setup: viewSetup(setup) };
  });

  serve(paymentMethodRoutes.remove, async (request) => {
    const of = methodOf(request, request.params.id);
    await takeMethodAway(deps, of.provider, of.method);
    return await list(request);
  });

  serve(paymentMethodRoutes.makeDefault, async (request) => {
    const of = methodOf(request, request.params.id);
    await makeDefault(deps, of.provider, of.method);
    return await list(request);
  });
}
