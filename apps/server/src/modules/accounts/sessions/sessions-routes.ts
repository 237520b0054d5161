import { sessionsEndedReply, sessionsReply } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import { notFound } from '../../../platform/problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { endOneSession, endOtherSessions } from './end-sessions.ts';
import { idOf, idParams } from '../../../platform/id-params.ts';
import { listSessions } from './list-sessions.ts';
import { createRefreshCookies } from './refresh-cookie.ts';

/** Where a user is signed in, and signing browsers out from afar. */
export function addSessionRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const cookies = createRefreshCookies(deps.settings);
  const signedIn = { tags: ['auth'], security: [{ bearer: [] }] };
  const onRequest = deps.identities.requireUser;

  app.get(
    '/auth/sessions',
    {
      onRequest,
      schema: { ...signedIn, summary: 'Where the user is signed in', response: { 200: sessionsReply, ...refusals } },
    },
    async (request) => ({ sessions: await listSessions(deps, identityOf(request)) }),
  );

  app.delete(
    '/auth/sessions',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Sign every other browser out',
        response: { 200: sessionsEndedReply, ...refusals },
      },
    },
    async (request) => {
      const ended = await endOtherSessions(deps, { identity: identityOf(request), address: request.ip });
      return { ended, message: 'Your other browsers are signed out.' };
    },
  );

  app.delete(
    '/auth/sessions/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Sign one browser out',
        params: idParams,
        response: { 200: sessionsEndedReply, ...refusals },
      },
    },
    async (request, response) => {
      const identity = identityOf(request);
      const sessionId = idOf(request.params, () => notFound('The session'));
      await endOneSession(deps, { identity, sessionId, address: request.ip });
      if (sessionId === identity.sessionId) cookies.clear(response);
      return { ended: 1, message: 'That browser is signed out.' };
    },
  );
}
