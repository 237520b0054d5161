import { Readable } from 'node:stream';
import { invoiceRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { sendAsFile } from '../../platform/http-files.ts';
import { accountOfRequest } from '../accounts/index.ts';
import { billingHistory, billingSums, type HistoryDeps, historyCsv } from './billing-history.ts';

type RouteDeps = HistoryDeps & {
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
};

/** What moved the balance, as a list and as a file. */
export function addHistoryRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const accountOf = async (request: FastifyRequest) => await accountOfRequest(deps.database, request);

  serve(
    invoiceRoutes.history,
    async (request) =>
      await billingHistory(deps, await accountOf(request), { ...request.query, now: deps.clock.now() }),
  );

  serve(
    invoiceRoutes.sums,
    async (request) =>
      await billingSums(deps.database, await accountOf(request), { ...request.query, now: deps.clock.now() }),
  );

  serve(invoiceRoutes.historyFile, async (request, reply) => {
    const account = await accountOf(request);
    const { name, lines } = historyCsv(deps, account, { ...request.query, now: deps.clock.now() });
    sendAsFile(reply, { type: 'text/csv', name });
    return Readable.from(lines);
  });
}
