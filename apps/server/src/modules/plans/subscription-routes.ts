import { planRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { workOf } from '../../platform/work.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { accountOfRequest } from '../accounts/index.ts';
import { isDoneAlready } from './plan-problems.ts';
import { cancelPlan, changePlan, quotePlan } from './change-plan.ts';
import { plansIn, type PlanViewDeps, subscriptionOf, viewQuote } from './plan-view.ts';

export type SubscriptionRouteDeps = PlanViewDeps & {
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** The currency of plans that visitors see. */
  currency: string;
};

/** The specification's calls on plans and the subscription, and what a change would cost. */
export function addSubscriptionRoutes(app: FastifyInstance, deps: SubscriptionRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const subscription = async (request: FastifyRequest) => ({
    subscription: await subscriptionOf(deps, await accountOfRequest(deps.database, request)),
  });

  serve(planRoutes.list, async () => ({ plans: await plansIn(deps, deps.currency) }));

  serve(planRoutes.subscription, subscription);

  serve(planRoutes.quote, async (request) => {
    const account = await accountOfRequest(deps.database, request);
    return { quote: viewQuote(deps, await quotePlan(deps, { account, planId: request.query.planId })) };
  });

  serve(planRoutes.change, async (request) => {
    const { accountId, userId } = identityOf(request);
    const { planId, dueNow } = request.body;
    const { mayBeDone } = workOf(request, deps.clock);
    await changePlan(deps, { accountId, userId, planId, quoted: dueNow ?? null }).catch((error: unknown) => {
      if (!mayBeDone || !isDoneAlready(error)) throw error;
    });
    return await subscription(request);
  });

  serve(planRoutes.cancel, async (request) => {
    const { accountId, userId } = identityOf(request);
    await cancelPlan(deps, { accountId, userId });
    return await subscription(request);
  });
}
