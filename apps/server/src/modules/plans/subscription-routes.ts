import { planQuoteQuery, planQuoteReply, plansReply, subscriptionChange, subscriptionReply } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import { type HttpServer, identityOf, refusals } from '../../platform/http-server.ts';
import { accountOfRequest } from '../accounts/index.ts';
import { cancelPlan, changePlan, quotePlan } from './change-plan.ts';
import { type PlanViewDeps, plansIn, subscriptionOf, viewQuote } from './plan-view.ts';

export type SubscriptionRouteDeps = PlanViewDeps & {
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** The currency of plans that visitors see. */
  currency: string;
};

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };

/** The specification's calls on plans and the subscription, and what a change would cost. */
export function addSubscriptionRoutes(app: HttpServer, deps: SubscriptionRouteDeps): void {
  const onRequest = deps.requireUser;
  const subscription = async (request: FastifyRequest) => ({
    subscription: await subscriptionOf(deps, await accountOfRequest(deps.database, request)),
  });

  app.get(
    '/billing/plans',
    {
      schema: {
        tags: ['billing'],
        summary: 'The plans that there are: for everybody',
        response: { 200: plansReply, ...refusals },
      },
    },
    async () => ({ plans: await plansIn(deps, deps.currency) }),
  );

  app.get(
    '/billing/subscription',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: "The account's plan, and what is left of what it includes",
        response: { 200: subscriptionReply, ...refusals },
      },
    },
    subscription,
  );

  app.get(
    '/billing/subscription/quote',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What a change to a plan would do and cost now',
        querystring: planQuoteQuery,
        response: { 200: planQuoteReply, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOfRequest(deps.database, request);
      return { quote: viewQuote(deps, await quotePlan(deps, { account, planId: request.query.planId })) };
    },
  );

  app.post(
    '/billing/subscription',
    {
      onRequest,
      config: { idempotent: true, confirmedOnly: true },
      schema: {
        ...signedIn,
        summary: 'Change to another plan, or keep or pay the present one',
        body: subscriptionChange,
        response: { 200: subscriptionReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId, userId } = identityOf(request);
      const { planId, dueNow } = request.body;
      await changePlan(deps, { accountId, userId, planId, quoted: dueNow ?? null });
      return await subscription(request);
    },
  );

  app.delete(
    '/billing/subscription',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'End the plan when its period ends',
        response: { 200: subscriptionReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId, userId } = identityOf(request);
      await cancelPlan(deps, { accountId, userId });
      return await subscription(request);
    },
  );
}
