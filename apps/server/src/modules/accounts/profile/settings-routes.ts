import { Readable } from 'node:stream';
import { profileRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { closeAccount } from '../account/close-account.ts';
import { exportAccount } from './export-account.ts';
import { createRefreshCookies } from '../sessions/refresh-cookie.ts';
import { countExport } from '../record/try-rate-limits.ts';

/** The end of an account, and what is known of it. */
export function addSettingsRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const cookies = createRefreshCookies(deps.settings);
  const serve = serveRoutes(app, { user: deps.identities.requireUser });

  serve(profileRoutes.exportAccount, async (request, response) => {
    const identity = identityOf(request);
    await countExport(deps.database, identity.userId, deps.clock.now());
    response.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="farline-account.json"',
      'cache-control': 'no-store',
    });
    return Readable.from(exportAccount(deps, identity));
  });

  serve(profileRoutes.closeAccount, async (request, response) => {
    const { password } = request.body;
    const closed = await closeAccount(deps, { identity: identityOf(request), password, address: request.ip });
    cookies.clear(response);
    return closed;
  });
}
