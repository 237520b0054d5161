import { Readable } from 'node:stream';
import { billingHistoryQuery, billingHistoryReply } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EXPORT_LIMIT } from '../../platform/account-limit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type HttpServer, refusals } from '../../platform/http-server.ts';
import { accountOfRequest } from '../accounts/index.ts';
import { billingHistory, historyCsv } from './billing-history.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

type HistoryDeps = {
  database: Database;
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
};

/** What moved the balance, as a list and as a file. */
export function addHistoryRoutes(app: HttpServer, deps: HistoryDeps): void {
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

  app.get(
    '/billing/history.csv',
    {
      onRequest,
      config: { perAccount: EXPORT_LIMIT },
      schema: {
        ...signedIn,
        summary: 'The same days as a CSV file',
        querystring: billingHistoryQuery.pick({ startDate: true, endDate: true }),
        produces: ['text/csv'],
        response: { 200: z.any().describe('A CSV file'), ...refusals },
      },
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const { name, lines } = historyCsv(deps.database, account, { ...request.query, now: deps.clock.now() });
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      });
      return reply.send(Readable.from(lines));
    },
  );
}
