import type { FastifyInstance } from 'fastify';
import type { Tick } from '../../platform/ticks.ts';
import { askForSetups, askProvider } from './ask-provider.ts';
import { askForRefunds } from './ask-to-refund.ts';
import { collectOwed } from './collect-owed.ts';
import { addMethodRoutes } from './method-routes.ts';
import { forgetMethods } from './methods.ts';
import { addPaymentRoutes, type PaymentDeps } from './payment-routes.ts';
import { addRefundRoutes } from './refund-routes.ts';
import { addWebhookRoute } from './webhook-route.ts';

const ASK_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 60_000;
const COLLECT_EVERY_MS = 2_000;

/** Money put in: its routes, and what the worker does about payments that nobody tells of. */
export function createPayments(deps: PaymentDeps): {
  routes: (server: FastifyInstance) => Promise<void>;
  ticks: Tick[];
} {
  const { provider } = deps;
  return {
    routes: async (server) => {
      addPaymentRoutes(server, deps);
      addMethodRoutes(server, deps);
      addRefundRoutes(server, deps);
      if (provider !== null) await addWebhookRoute(server, deps, provider);
    },
    ticks:
      provider === null
        ? []
        : [
            {
              name: 'ask for silent payments',
              everyMs: ASK_EVERY_MS,
              run: async () => {
                await askProvider(deps, provider);
                await askForSetups(deps, provider);
                await askForRefunds(deps, provider);
              },
            },
            {
              name: 'collect what is owed',
              everyMs: COLLECT_EVERY_MS,
              run: async () => await collectOwed(deps),
            },
            {
              name: 'forget removed payment methods',
              everyMs: FORGET_EVERY_MS,
              run: async () => await forgetMethods(deps, provider),
            },
          ],
  };
}
