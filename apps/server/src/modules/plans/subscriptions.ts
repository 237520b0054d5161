import type { PaymentProvider } from '@farline/contracts';
import type { HttpServer } from '../../platform/http-server.ts';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';
import { createAllowanceExpirer } from './expire-allowances.ts';
import { createPlanRenewer } from './renew-plans.ts';
import { savedMethods } from './renewal-payment.ts';
import { addSubscriptionRoutes, type SubscriptionRouteDeps } from './subscription-routes.ts';

const LOOK_EVERY_MS = 2_000;

/** Plans and the allowances that they fill: their routes, and what the worker does when a period ends. */
export function createSubscriptions(
  deps: SubscriptionRouteDeps & {
    log: Log;
    publicUrl: string;
    /** Null: nobody takes payments here. */
    provider: PaymentProvider | null;
  },
): {
  routes: (app: HttpServer) => Promise<void>;
  ticks: Tick[];
} {
  const { provider } = deps;
  const renewDeps = { ...deps, savedMethods: provider === null ? null : savedMethods(deps, provider) };
  return {
    routes: async (app) => addSubscriptionRoutes(app, deps),
    ticks: [
      { name: 'renew plans', everyMs: LOOK_EVERY_MS, run: createPlanRenewer(renewDeps) },
      { name: 'expire allowances', everyMs: LOOK_EVERY_MS, run: createAllowanceExpirer(deps) },
    ],
  };
}
