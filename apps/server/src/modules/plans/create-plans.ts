import type { PaymentProvider } from '@farline/contracts';
import type { Log } from '../../platform/log.ts';
import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { createAllowanceExpirer } from './expire-allowances.ts';
import { everyPlanChargeOf } from './export-plans.ts';
import { createPlanRenewer } from './renew-plans.ts';
import { savedMethods } from './renewal-payment.ts';
import { addBillingRoutes, type BillingDeps } from './routes.ts';
import { addSubscriptionRoutes, type SubscriptionRouteDeps } from './subscription-routes.ts';

const LOOK_EVERY_MS = 2_000;

/** Plans and the allowances that they fill, and what was used of them. The worker ends periods. */
export function createPlans(
  deps: SubscriptionRouteDeps &
    BillingDeps & {
      log: Log;
      publicUrl: string;
      /** Null: nobody takes payments here. */
      provider: PaymentProvider | null;
    },
): ServerModule {
  const { provider } = deps;
  const renewDeps = { ...deps, savedMethods: provider === null ? null : savedMethods(deps, provider) };
  return {
    routes: async (app) => {
      addSubscriptionRoutes(app, deps);
      addBillingRoutes(app, deps);
    },
    ticks: [
      { name: 'renew plans', everyMs: LOOK_EVERY_MS, run: createPlanRenewer(renewDeps) },
      { name: 'expire allowances', everyMs: LOOK_EVERY_MS, run: createAllowanceExpirer(deps) },
    ],
    exports: [{ name: 'plans', items: ({ accountId }) => everyPlanChargeOf(deps.database, accountId) }],
    liveViews: [liveView(eventTypes('plan.changed'), () => ({ type: 'plan.changed' }))],
  };
}
