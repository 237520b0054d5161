import {
  billingHistoryQuery,
  billingHistoryReply,
  plansReply,
  subscriptionChange,
  subscriptionReply,
} from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type HttpServer, refusals } from '../../platform/http-server.ts';
import { accountOfRequest } from './account-of-request.ts';
import { billingHistory } from './billing-history.ts';
import { basicIn, planHasNoEnd, plansIn, refusalOfPlan } from './plans.ts';
import type { BillingDeps } from './routes.ts';

const signedIn = { tags: ['billing'], security: [{ bearer: [] }] };
const params = z.object({ id: z.string().max(100) });

/** The specification's billing calls around the balance. No list shows what is not there. */
export function addPlanRoutes(app: HttpServer, deps: Omit<BillingDeps, 'countCalls'>): void {
  const onRequest = deps.requireUser;
  const accountOf = async (request: FastifyRequest) => await accountOfRequest(deps.database, request);

  app.get(
    '/billing/history',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What moved the balance, with the balance after it and what caused it',
        querystring: billingHistoryQuery,
        response: { 200: billingHistoryReply, ...refusals },
      },
    },
    async (request) =>
      await billingHistory(deps.database, await accountOf(request), { ...request.query, now: deps.clock.now() }),
  );

  app.get(
    '/billing/plans',
    {
      onRequest,
      schema: { ...signedIn, summary: 'The plans that there are', response: { 200: plansReply, ...refusals } },
    },
    async (request) => ({ plans: plansIn((await accountOf(request)).currency) }),
  );

  app.get(
    '/billing/subscription',
    {
      onRequest,
      schema: { ...signedIn, summary: "The account's plan", response: { 200: subscriptionReply, ...refusals } },
    },
    async (request) => {
      const account = await accountOf(request);
      const { id, name, pricePerMonth } = basicIn(account.currency);
      const startedAt = account.createdAt.toISOString();
      return {
        subscription: { planId: id, name, status: 'active' as const, pricePerMonth, startedAt, renewsAt: null },
      };
    },
  );

  app.post(
    '/billing/subscription',
    {
      onRequest,
      config: { idempotent: true },
      schema: {
        ...signedIn,
        summary: 'Change to another plan: there is no other',
        body: subscriptionChange,
        response: { 200: subscriptionReply, ...refusals },
      },
    },
    async (request) => {
      throw refusalOfPlan(request.body.planId);
    },
  );

  app.delete(
    '/billing/subscription',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'End the plan: Basic has no end',
        response: { 200: subscriptionReply, ...refusals },
      },
    },
    async () => {
      throw planHasNoEnd();
    },
  );

}
