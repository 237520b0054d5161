import { Readable } from 'node:stream';
import {
  callDetailReply,
  callExportQuery,
  callListQuery,
  callListReply,
  historyQuery,
  historyReply,
  qualityReceipt,
  qualityReport,
} from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParams } from '../../../platform/id-params.ts';
import { EXPORT_LIMIT } from '../../../platform/account-limit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Executor } from '../../../platform/database.ts';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
import { callDetail } from './call-detail.ts';
import { callId } from '../record/call-id.ts';
import { countFound, searchCalls } from './call-search-store.ts';
import { viewOfCall } from './call-view.ts';
import { exportCalls } from './export-calls.ts';
import { keepQuality } from './keep-quality.ts';
import { type FilterDeps, readCallFilters } from './read-call-filters.ts';

/** What the lists of calls need, passed in by `app.ts`. */
export type CallHistoryDeps = FilterDeps & {
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Which number of an account's contacts is whose. */
  namesOfNumbers: (db: Executor, accountId: string) => Promise<ReadonlyMap<string, string>>;
};

/** The calls of an account as lists, as a file, and each with what explains it. */
export function addCallHistoryRoutes(app: HttpServer, deps: CallHistoryDeps): void {
  const signedIn = { tags: ['calls'], security: [{ bearer: [] }] };
  const onRequest = deps.requireUser;

  app.get(
    '/calls/history',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The calls of the account, newest first, page by page',
        querystring: historyQuery,
        response: { 200: historyReply, ...refusals },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const search = await readCallFilters(deps, identityOf(request).accountId, request.query);
      const found = await searchCalls(deps.database, search, { most: limit, offset: (page - 1) * limit });
      return { calls: found.map(viewOfCall), page, limit, total: await countFound(deps.database, search) };
    },
  );

  app.get(
    '/calls',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The calls of the account, newest first, by cursor: for programs that read all of them',
        description:
          'For users of the API: the pages ask /calls/history. A page by number moves when a call is added meanwhile; a ' +
          'cursor does not, so no call is read twice or missed, and no page is slower than the first.',
        querystring: callListQuery,
        response: { 200: callListReply, ...refusals },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const search = await readCallFilters(deps, identityOf(request).accountId, request.query);
      const found = await searchCalls(deps.database, search, { most: limit + 1, beforeId: cursor });
      const items = found.slice(0, limit);
      return { items: items.map(viewOfCall), nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );

  app.get(
    '/calls/export.csv',
    {
      onRequest,
      config: { perAccount: EXPORT_LIMIT },
      schema: {
        ...signedIn,
        summary: 'The calls of the account as a CSV file',
        querystring: callExportQuery,
        produces: ['text/csv'],
        response: { 200: z.any().describe('A CSV file'), ...refusals },
      },
    },
    async (request, reply) => {
      const { accountId } = identityOf(request);
      const search = await readCallFilters(deps, accountId, request.query);
      const names = await deps.namesOfNumbers(deps.database, accountId);
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="farline-calls.csv"');
      reply.header('cache-control', 'no-store');
      return Readable.from(exportCalls(deps.database, search, names));
    },
  );

  app.get(
    '/calls/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'One call, and what explains it',
        params: idParams,
        response: { 200: callDetailReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      return await callDetail(deps.database, { callId: callId(request.params), accountId });
    },
  );

  app.post(
    '/calls/:id/quality',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'How a call sounds, as the browser measures it second by second',
        params: idParams,
        body: qualityReport,
        response: { 200: qualityReceipt, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      const { samples } = request.body;
      return { kept: await keepQuality(deps, { callId: callId(request.params), accountId, samples }) };
    },
  );
}
