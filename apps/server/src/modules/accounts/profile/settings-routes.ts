import { Readable } from 'node:stream';
import { closeAccountReply, closeAccountRequest } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { closeAccount } from '../account/close-account.ts';
import { exportAccount } from './export-account.ts';
import { createRefreshCookies } from '../sessions/refresh-cookie.ts';
import { countExport } from '../record/try-limits.ts';

/** The end of an account, and what is known of it. */
export function addSettingsRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const cookies = createRefreshCookies(deps.settings);
  const signedIn = { tags: ['settings'], security: [{ bearer: [] }] };
  const onRequest = deps.identities.requireUser;

  app.get(
    '/settings/export',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Everything that is known of the account, as a JSON file',
        response: { 200: z.any().describe('A JSON file'), ...refusals },
      },
    },
    async (request, response) => {
      const identity = identityOf(request);
      await countExport(deps.database, identity.userId, deps.clock.now());
      response.headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="farline-account.json"',
        'cache-control': 'no-store',
      });
      return response.send(Readable.from(exportAccount(deps, identity)));
    },
  );

  app.post(
    '/settings/close-account',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Close the account: running calls end, everyone is signed out',
        body: closeAccountRequest,
        response: { 200: closeAccountReply, ...refusals },
      },
    },
    async (request, response) => {
      const { password } = request.body;
      const closed = await closeAccount(deps, { identity: identityOf(request), password, address: request.ip });
      cookies.clear(response);
      return closed;
    },
  );
}
