import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../http-server.ts';
import { tooBusy } from '../problems.ts';
import type { Overload } from './overload.ts';

/**
 * Routes with `config: { precedence }`, but for essential ones, are refused with 503 and Retry-After while there is more to do than can be done,
 * before anything is asked of the database: a refusal waits for nothing. `ownerOf`: whose request it is, one name for each user or network.
 */
export function refuseRequests(
  app: HttpServer,
  deps: { overload: Pick<Overload, 'admit'>; ownerOf: (request: FastifyRequest) => Promise<string> },
): void {
  app.addHook('onRequest', async (request) => {
    const { precedence } = request.routeOptions.config;
    if (precedence === undefined) return;
    const verdict = deps.overload.admit({ precedence, owner: await deps.ownerOf(request) });
    if (!verdict.admitted) throw tooBusy(verdict.retryAfterSeconds);
  });
}
