import { Readable } from 'node:stream';
import { callRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { sendAsFile } from '../../../platform/http-files.ts';
import { callDetail } from './call-detail.ts';
import { callId } from '../record/call-id.ts';
import { countFound, searchCalls, searchPeople } from './call-search-store.ts';
import { viewOfCall } from './call-view.ts';
import { exportCalls, type KnowPeople } from './export-calls.ts';
import { keepQuality } from './keep-quality.ts';
import { type FilterDeps, readCallFilters } from './read-call-filters.ts';

/** What the lists of calls need, passed in by `app.ts`. */
export type CallHistoryDeps = FilterDeps & {
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** What is put down of the people in a file of calls. */
  knowPeople: KnowPeople;
};

/** The calls of an account as lists, as a file, and each with what explains it. */
export function addCallHistoryRoutes(app: FastifyInstance, deps: CallHistoryDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(callRoutes.history, async (request) => {
    const { page, limit } = request.query;
    const search = await readCallFilters(deps, identityOf(request).accountId, request.query);
    const found = await searchCalls(deps.database, search, { most: limit, offset: (page - 1) * limit });
    return { calls: found.map(viewOfCall), page, limit, total: await countFound(deps.database, search) };
  });

  serve(callRoutes.list, async (request) => {
    const { limit, cursor } = request.query;
    const search = await readCallFilters(deps, identityOf(request).accountId, request.query);
    const found = await searchCalls(deps.database, search, { most: limit + 1, beforeId: cursor });
    const items = found.slice(0, limit);
    return { items: items.map(viewOfCall), nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  serve(callRoutes.people, async (request) => {
    const { limit, cursor, q, defaultCountry } = request.query;
    const search = await readCallFilters(deps, identityOf(request).accountId, { q, defaultCountry });
    const found = await searchPeople(deps.database, search, { most: limit + 1, beforeId: cursor });
    const people = found.slice(0, limit);
    return {
      items: people.map(({ last, ...person }) => ({ ...person, last: viewOfCall(last) })),
      nextCursor: found.length > limit ? (people.at(-1)?.last.id ?? null) : null,
    };
  });

  serve(callRoutes.exportFile, async (request, reply) => {
    const { accountId } = identityOf(request);
    const search = await readCallFilters(deps, accountId, request.query);
    sendAsFile(reply, { type: 'text/csv', name: 'farline-calls.csv' });
    return Readable.from(exportCalls(deps, search));
  });

  serve(callRoutes.show, async (request) => {
    const { accountId } = identityOf(request);
    return await callDetail(deps.database, { callId: callId(request.params), accountId });
  });

  serve(callRoutes.reportQuality, async (request) => {
    const { accountId } = identityOf(request);
    const { samples } = request.body;
    return { kept: await keepQuality(deps, { callId: callId(request.params), accountId, samples }) };
  });
}
