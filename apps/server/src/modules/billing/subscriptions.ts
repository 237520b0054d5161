import type { HttpServer } from '../../platform/http-server.ts';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';
import { expireAllowances } from './expire-allowances.ts';
import { renewPlans } from './renew-plans.ts';
import { addSubscriptionRoutes, type SubscriptionRouteDeps } from './subscription-routes.ts';

const LOOK_EVERY_MS = 5_000;

/** Plans and the allowances that they fill: their routes, and what the worker does when a period ends. */
export function createSubscriptions(deps: SubscriptionRouteDeps & { log: Log }): {
  routes: (app: HttpServer) => Promise<void>;
  ticks: Tick[];
} {
  return {
    routes: async (app) => addSubscriptionRoutes(app, deps),
    ticks: [
      { name: 'renew plans', everyMs: LOOK_EVERY_MS, run: async () => await renewPlans(deps) },
      { name: 'expire allowances', everyMs: LOOK_EVERY_MS, run: async () => await expireAllowances(deps) },
    ],
  };
}
