import { numberWebhook } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { HttpServer } from '../../../platform/http-server.ts';
import { isId } from '../../../platform/ids.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { numberWebhookRefused } from '../record/number-problems.ts';
import type { OrderDeps } from './order-deps.ts';
import { lookNow } from '../record/orders-store.ts';

/**
 * Where the provider tells what became of an order. What it says is believed of nothing: the order is asked for at once instead, so that a
 * webhook may come twice, late, out of order or before the answer to the order itself.
 */
export async function addNumberWebhookRoute(server: FastifyInstance, deps: OrderDeps): Promise<void> {
  const { provider } = deps.source;
  await server.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    serveRoutes(scope, {})(numberWebhook(provider.name), async ({ headers, body }) => {
      const now = deps.clock.now();
      const read = provider.readWebhook(headers, typeof body === 'string' ? body : '', now);
      if (!read.genuine) {
        deps.log.warn({ provider: provider.name, reason: read.reason }, 'a webhook was refused');
        throw numberWebhookRefused(read.reason);
      }
      const { reference } = read;
      if (reference !== null && isId(reference)) await lookNow(deps.database, { id: reference, now });
      return { received: true as const, isRepeat: false };
    });
  });
}
