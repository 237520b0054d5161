import { Readable } from 'node:stream';
import { BROADCAST_LIMITS, type BroadcastDetail, broadcastRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../../../platform/database.ts';
import { sendAsFile, uploadedFile } from '../../../platform/http-files.ts';
import { identityOf } from '../../../platform/http-server.ts';
import { workOf } from '../../../platform/work.ts';
import { idOf } from '../../../platform/id-params.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { carriersFor } from '../record/carrier.ts';
import type { MessageRouteDeps } from '../record/messages-deps.ts';
import { broadcastNotFound } from '../record/messages-problems.ts';
import { type BroadcastRecord, viewOfBroadcast, viewOfDetail } from './broadcast.ts';
import { everyRecipientOf, reportOf, viewOfRecipient } from './broadcast-report.ts';
import { findBroadcast, listBroadcasts } from './broadcast-store.ts';
import { reportRecipients, totalsOf } from './recipients-store.ts';
import { cancelBroadcast, pauseBroadcast, startBroadcast } from './run-broadcast.ts';
import {
  changeDraft,
  createBroadcast,
  payerOf,
  removeBroadcast,
  takeRecipients,
  type Whose,
} from './write-broadcast.ts';

/** One text to many: drafted, priced, sent, paused, resumed, cancelled and reported. */
export function addBroadcastRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  addDraftRoutes(app, deps);
  addRunRoutes(app, deps);
}

function addDraftRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database } = deps;

  serve(broadcastRoutes.list, async (request) => {
    const found = await listBroadcasts(database, identityOf(request).accountId);
    return { items: found.map(viewOfBroadcast) };
  });

  serve(broadcastRoutes.create, async (request) => {
    const { accountId, userId } = identityOf(request);
    const { id } = await createBroadcast(deps, { ...request.body, accountId, userId }, workOf(request, deps.clock));
    return await replyOf(deps, { accountId, id });
  });

  serve(broadcastRoutes.show, async (request) => await replyOf(deps, named(request)));

  serve(broadcastRoutes.change, async (request) => {
    await changeDraft(deps, named(request), request.body);
    return await replyOf(deps, named(request));
  });

  serve(broadcastRoutes.remove, async (request) => {
    const reply = await replyOf(deps, named(request));
    await removeBroadcast(deps, named(request));
    return reply;
  });

  serve(broadcastRoutes.takeRecipients, async (request) => {
    const { bytes } = await uploadedFile(request, { mostBytes: BROADCAST_LIMITS.fileBytes });
    const { defaultCountry } = request.query;
    await takeRecipients(deps, named(request), { bytes, defaultCountry });
    return await replyOf(deps, named(request));
  });

  serve(broadcastRoutes.recipients, async (request) => {
    const broadcast = await found(deps, named(request));
    const { leftOut = false, after, limit } = request.query;
    const wanted = { broadcastId: broadcast.id, leftOutOnly: leftOut, after, most: limit + 1 };
    const rows = await reportRecipients(database, wanted);
    const items = rows.slice(0, limit).map((row) => viewOfRecipient(broadcast, row));
    return { items, hasMore: rows.length > limit };
  });
}

function addRunRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(broadcastRoutes.start, async (request) => {
    await startBroadcast(deps, named(request), request.body.cost, workOf(request, deps.clock));
    return await replyOf(deps, named(request));
  });

  serve(broadcastRoutes.pause, async (request) => {
    await pauseBroadcast(deps, named(request));
    return await replyOf(deps, named(request));
  });

  serve(broadcastRoutes.cancel, async (request) => {
    await cancelBroadcast(deps, named(request));
    return await replyOf(deps, named(request));
  });

  serve(broadcastRoutes.report, async (request, reply) => {
    const broadcast = await found(deps, named(request));
    sendAsFile(reply, { type: 'text/csv', name: 'farline-broadcast.csv' });
    return Readable.from(reportOf(deps.database, broadcast));
  });
}

/** Every broadcast of an account, for an export. */
export async function* everyBroadcastOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  yield* (await listBroadcasts(db, accountId)).map(viewOfBroadcast);
}

/** Every recipient of every broadcast of an account, for an export. */
export async function* everyBroadcastRecipientOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  for (const broadcast of await listBroadcasts(db, accountId)) {
    for await (const row of everyRecipientOf(db, broadcast.id))
      yield { broadcastId: broadcast.id, ...viewOfRecipient(broadcast, row), fields: row.fields };
  }
}

function named(request: FastifyRequest<{ Params: { id: string } }>): Whose {
  return { accountId: identityOf(request).accountId, id: idOf(request.params, broadcastNotFound) };
}

async function found({ database }: MessageRouteDeps, whose: Whose): Promise<BroadcastRecord> {
  const broadcast = await findBroadcast(database, whose);
  if (broadcast === null) throw broadcastNotFound();
  return broadcast;
}

async function replyOf(deps: MessageRouteDeps, whose: Whose): Promise<{ broadcast: BroadcastDetail }> {
  const broadcast = await found(deps, whose);
  const { accountId, id: broadcastId } = whose;
  const { state, currency, allowance } = await payerOf(deps, deps.database, { accountId, number: null });
  const wanted = { broadcastId, freeSegments: allowance?.segments ?? 0, currency };
  const totals = await totalsOf(deps.database, wanted);
  const isPractice = carriersFor(deps.carriers(), state).every(({ isSandbox }) => isSandbox);
  return { broadcast: viewOfDetail(broadcast, totals, { now: deps.clock.now(), isPractice }) };
}
