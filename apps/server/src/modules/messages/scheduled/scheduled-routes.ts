import { MESSAGE_LIMITS, messageRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { idOf } from '../../../platform/id-params.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import type { MessageRouteDeps } from '../record/messages-deps.ts';
import { scheduledNotFound } from '../record/messages-problems.ts';
import { viewOfScheduled } from '../record/scheduled-message.ts';
import { findScheduled, listScheduled } from '../record/scheduled-store.ts';
import { cancelScheduled, changeScheduled } from './schedule-message.ts';

/** What waits for its time: shown, changed and cancelled. */
export function addScheduledRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database } = deps;

  serve(messageRoutes.scheduled, async (request) => {
    const { accountId } = identityOf(request);
    const peer = request.query.peer ?? null;
    const found = await listScheduled(database, { accountId, peer, most: MESSAGE_LIMITS.scheduled });
    return { items: found.map(viewOfScheduled) };
  });

  serve(messageRoutes.showScheduled, async (request) => {
    const { accountId } = identityOf(request);
    const found = await findScheduled(database, { accountId, id: idOf(request.params, scheduledNotFound) });
    if (found === null) throw scheduledNotFound();
    return { scheduled: viewOfScheduled(found) };
  });

  serve(messageRoutes.changeScheduled, async (request) => {
    const whose = { accountId: identityOf(request).accountId, id: idOf(request.params, scheduledNotFound) };
    return { scheduled: viewOfScheduled(await changeScheduled(deps, whose, request.body)) };
  });

  serve(messageRoutes.cancelScheduled, async (request) => {
    const whose = { accountId: identityOf(request).accountId, id: idOf(request.params, scheduledNotFound) };
    return { scheduled: viewOfScheduled(await cancelScheduled(deps, whose)) };
  });
}
