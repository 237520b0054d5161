import { sessionRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { notFound } from '../../../platform/problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { endOneSession, endOtherSessions } from './end-sessions.ts';
import { idOf } from '../../../platform/id-params.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { listSessions } from './list-sessions.ts';
import { createRefreshCookies } from './refresh-cookie.ts';

/** Where a user is signed in, and signing browsers out from afar. */
export function addSessionRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const cookies = createRefreshCookies(deps.settings);
  const serve = serveRoutes(app, { user: deps.identities.requireUser });

  serve(sessionRoutes.list, async (request) => ({ sessions: await listSessions(deps, identityOf(request)) }));

  serve(sessionRoutes.endOthers, async (request) => {
    const ended = await endOtherSessions(deps, { identity: identityOf(request), address: request.ip });
    return { ended, message: 'Your other browsers are signed out.' };
  });

  serve(sessionRoutes.end, async (request, response) => {
    const identity = identityOf(request);
    const sessionId = idOf(request.params, () => notFound('The session'));
    await endOneSession(deps, { identity, sessionId, address: request.ip });
    if (sessionId === identity.sessionId) cookies.clear(response);
    return { ended: 1, message: 'That browser is signed out.' };
  });
}
