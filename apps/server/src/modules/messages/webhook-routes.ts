import { messageWebhook } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { HttpServer } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { receivePart } from './receiving/receive-message.ts';
import type { Carrier } from './record/carrier.ts';
import type { MessagesDeps } from './record/messages-deps.ts';
import { webhookRefused } from './record/messages-problems.ts';
import { takeDeliveryReceipts } from './sending/take-delivery-receipts.ts';

/**
 * Where carriers that are reached by HTTP tell of messages. The signature is over the body as it came, so it is read before it is
 * parsed; what is told counts for the carrier whose address it is, and for no other. It is told again until the answer is 2xx.
 */
export async function addWebhookRoutes(server: FastifyInstance, deps: MessagesDeps): Promise<void> {
  await server.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { name, readWebhook } of deps.carriers()) {
      if (readWebhook !== null) addRoute(scope, deps, { name, readWebhook });
    }
  });
}

function addRoute(
  scope: HttpServer,
  deps: MessagesDeps,
  { name: bind, readWebhook }: { name: string; readWebhook: NonNullable<Carrier['readWebhook']> },
): void {
  serveRoutes(scope, {})(messageWebhook(bind), async ({ headers, body }, reply) => {
    const read = await readWebhook({
      headers,
      body: body instanceof Buffer ? body : Buffer.alloc(0),
      now: deps.clock.now(),
    });
    if (!read.genuine) {
      deps.log.warn({ bind, reason: read.reason }, 'a webhook was refused');
      throw webhookRefused(read.reason);
    }
    if (read.receipts.length === 0 && read.received.length === 0) {
      deps.log.info({ bind }, 'a webhook told nothing that is known here');
    }
    const receipts = read.receipts.map((receipt) => ({ bind, ...receipt }));
    if (receipts.length > 0) await takeDeliveryReceipts(deps, receipts);
    for (const part of read.received) await receivePart(deps, { bind, ...part });
    // Some take what is answered for a text to send back.
    reply.type('text/plain');
    return '';
  });
}
