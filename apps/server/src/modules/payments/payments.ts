import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { askForSetups, askProvider, giveUpOfOthers } from './ask-provider.ts';
import { askForRefunds } from './refunds/ask-to-refund.ts';
import { createOwedCollector } from './collect-owed.ts';
import { addAutoTopUpRoutes } from './automatic/auto-top-up-routes.ts';
import { everyAutoTopUpOf, everyMethodOf, everyPaymentOf } from './export-payments.ts';
import { paymentEvents } from './hear-events.ts';
import { addMethodRoutes } from './methods/method-routes.ts';
import { forgetMethods } from './methods/methods.ts';
import { addPaymentRoutes, type PaymentDeps } from './paying/payment-routes.ts';
import { addRefundRoutes } from './refunds/refund-routes.ts';
import { tellOfExpiry } from './methods/tell-of-expiry.ts';
import { topUpAutomatically } from './automatic/top-up-automatically.ts';
import { addWebhookRoute } from './webhook-route.ts';

const ASK_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 60_000;
const COLLECT_EVERY_MS = 2_000;
const TOP_UP_EVERY_MS = 500;
const TELL_EVERY_MS = 60 * 60_000;
const GIVE_UP_EVERY_MS = 60 * 60_000;

const CHANGES = eventTypes(
  'payment.ended',
  'payment.disputed',
  'dispute.closed',
  'refund.failed',
  'refund.succeeded',
  'auto_top_up.changed',
  'auto_top_up.stopped',
);

/** Money put in: its routes, and what the worker does about payments that nobody tells of. */
export function createPayments(deps: PaymentDeps): ServerModule {
  const { database, provider } = deps;
  return {
    routes: async (server) => {
      addPaymentRoutes(server, deps);
      addMethodRoutes(server, deps);
      addRefundRoutes(server, deps);
      addAutoTopUpRoutes(server, deps);
      if (provider !== null) await addWebhookRoute(server, deps, provider);
    },
    subscriptions: provider === null ? [] : [paymentEvents(deps)],
    ticks: [
      { name: 'collect what is owed', everyMs: COLLECT_EVERY_MS, run: createOwedCollector(deps) },
      ...(provider === null
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
              name: 'automatic top-up',
              everyMs: TOP_UP_EVERY_MS,
              run: async () => await topUpAutomatically(deps, provider),
            },
            {
              name: 'give up payments of other providers',
              everyMs: GIVE_UP_EVERY_MS,
              run: async () => await giveUpOfOthers(deps, provider.name),
            },
            {
              name: 'tell of cards that expire',
              everyMs: TELL_EVERY_MS,
              run: async () => await tellOfExpiry(deps),
            },
            {
              name: 'forget removed payment methods',
              everyMs: FORGET_EVERY_MS,
              run: async () => await forgetMethods(deps, provider),
            },
          ]),
    ],
    // What of these moves money is told by the wallet, and the rest by nothing else.
    liveViews: [liveView(CHANGES, () => ({ type: 'payments.changed' }))],
    exports: [
      { name: 'payments', items: ({ accountId }) => everyPaymentOf(database, accountId) },
      { name: 'paymentMethods', items: ({ accountId }) => everyMethodOf(database, accountId) },
      { name: 'autoTopUp', items: ({ accountId }) => everyAutoTopUpOf(database, accountId) },
    ],
  };
}
