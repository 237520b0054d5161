import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { everyNumberOf, everyOrderOf, everyRentChargeOf, everyRuleOf, everyVerifiedOf } from './export-numbers.ts';
import { numberEvents } from './hear-money.ts';
import { createOrderDriver } from './provider/drive-orders.ts';
import { addNumberWebhookRoute } from './provider/webhook-route.ts';
import { createNumberRenewer, type NumberRenewDeps } from './renting/renew-numbers.ts';
import { addNumberRoutes, type NumberRouteDeps } from './routes.ts';
import { expireVerified } from './verified/expire-verified.ts';
import { addVerifiedRoutes, type VerifiedRouteDeps } from './verified/routes.ts';
import { addRuleRoutes, type RuleRouteDeps } from './rule-routes.ts';

const LOOK_EVERY_MS = 2_000;
const EXPIRE_EVERY_MS = 30_000;

/** Numbers of accounts, and those that are offered for rent. The worker begins their months. */
export function createNumbers(
  deps: NumberRouteDeps & NumberRenewDeps & RuleRouteDeps & VerifiedRouteDeps,
): ServerModule {
  const { numberSource: source } = deps;
  return {
    routes: async (app) => {
      addNumberRoutes(app, deps);
      addRuleRoutes(app, deps);
      addVerifiedRoutes(app, deps);
      if (source !== null) await addNumberWebhookRoute(app, { ...deps, source });
    },
    subscriptions: [numberEvents(deps)],
    ticks: [
      { name: 'renew numbers', everyMs: LOOK_EVERY_MS, run: createNumberRenewer(deps) },
      { name: 'expire verified numbers', everyMs: EXPIRE_EVERY_MS, run: async () => await expireVerified(deps) },
      // Also without a provider: what was ordered of one that is set no more comes to an end.
      { name: 'order numbers', everyMs: LOOK_EVERY_MS, run: createOrderDriver({ ...deps, source }) },
    ],
    exports: [
      { name: 'numbers', items: ({ accountId }) => everyNumberOf(deps.database, accountId) },
      { name: 'verifiedNumbers', items: ({ accountId }) => everyVerifiedOf(deps, accountId) },
      { name: 'numberRules', items: ({ accountId }) => everyRuleOf(deps.database, accountId) },
      { name: 'numberOrders', items: ({ accountId }) => everyOrderOf(deps.database, accountId) },
      { name: 'numberCharges', items: ({ accountId }) => everyRentChargeOf(deps.database, accountId) },
    ],
    liveViews: [liveView(eventTypes('number.changed'), () => ({ type: 'number.changed' }))],
  };
}
