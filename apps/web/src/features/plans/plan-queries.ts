import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { mostCalledOf } from './most-called.ts';

/** The account's plan. */
export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: async () => (await api('GET /billing/subscription')).subscription,
});

/** The plans that there are. */
export const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: async () => (await api('GET /billing/plans')).plans,
});

/** What a change to a plan would cost: asked anew each time, because it changes with the days. */
export const planQuoteQuery = (planId: string) =>
  queryOptions({
    queryKey: ['billing', 'plan-quote', planId],
    queryFn: async () => (await api('GET /billing/subscription/quote', { query: { planId } })).quote,
    gcTime: 0,
  });

/** Where most minutes of the last 30 days went: the server takes those days when it is told none. */
export const mostCalledQuery = queryOptions({
  queryKey: ['insight', 'most-called'],
  queryFn: async () => {
    const calls = await api('GET /insight/calls', { query: { by: 'destination' } });
    return calls.by === 'destination' ? mostCalledOf(calls.items) : null;
  },
});
