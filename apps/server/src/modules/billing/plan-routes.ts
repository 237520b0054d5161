import { billingHistoryQuery, billingHistoryReply } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import { type HttpServer, refusals } from '../../platform/http-server.ts';
import { accountOfRequest } from './account-of-request.ts';
import { billingHistory } from './billing-history.ts';
import type { BillingDeps } from './routes.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

/** The specification's billing calls around the balance. No list shows what is not there. */
export function addPlanRoutes(app: HttpServer, deps: Pick<BillingDeps, 'database' | 'clock' | 'requireUser'>): void {
  const onRequest = deps.requireUser;
  const accountOf = async (request: FastifyRequest) => await accountOfRequest(deps.database, request);

  app.get(
    '/billing/history',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What moved the balance, with the balance after it and what caused it',
        querystring: billingHistoryQuery,
        response: { 200: billingHistoryReply, ...refusals },
      },
    },
    async (request) =>
      await billingHistory(deps.database, await accountOf(request), { ...request.query, now: deps.clock.now() }),
  );
}
