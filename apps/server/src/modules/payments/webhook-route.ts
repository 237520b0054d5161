import { type PaymentProvider, paymentWebhook } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { HttpServer } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { webhookRefused } from './record/payment-problems.ts';
import { type ProviderUpdateDeps, takeProviderUpdate } from './updates/take-provider-update.ts';
import { takeSetupUpdate } from './methods/take-setup-update.ts';

/**
 * Where a provider tells what became of a payment. The signature is over the body as it came, so it is read before it is
 * parsed. The provider sends it again until the answer is 2xx.
 */
export async function addWebhookRoute(
  server: FastifyInstance,
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
): Promise<void> {
  await server.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    serveRoutes(scope, {})(paymentWebhook(provider.name), async (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const read = await provider.readWebhook(request.headers, body, deps.clock.now());
      if (!read.genuine) {
        deps.log.warn({ provider: provider.name, reason: read.reason }, 'a webhook was refused');
        throw webhookRefused(read.reason);
      }
      const { isRepeat } = await take(deps, provider.name, read.event);
      return { received: true as const, isRepeat };
    });
  });
}

type Event = Extract<Awaited<ReturnType<PaymentProvider['readWebhook']>>, { genuine: true }>['event'];

async function take(deps: ProviderUpdateDeps, provider: string, event: Event): Promise<{ isRepeat: boolean }> {
  switch (event.is) {
    case 'payment':
      return await takeProviderUpdate(deps, {
        provider,
        update: event.payment,
        event: { id: event.id, type: event.type },
      });
    case 'setup':
      return await takeSetupUpdate(deps, { provider, update: event.setup });
    case 'nothing':
      return { isRepeat: false };
  }
}
