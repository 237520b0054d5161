import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

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

/** What may be added to the balance, and whether payments are switched on. */
export const fundsQuery = queryOptions({
  queryKey: ['billing', 'add-funds'],
  queryFn: () => api('GET /billing/add-funds'),
});

const ASK_AGAIN_MS = 1_500;

/** What became of a payment; asked again until it has an end. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'payment', id],
    queryFn: async () => (await api('GET /billing/payments/{id}', { id })).payment,
    // A payment that fails or is left moves no money, so nothing is pushed of it.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'processing' ? ASK_AGAIN_MS : false,
  });

/** The ledger's lines of some days, page after page. */
export const ledgerQuery = (period: { startDate: string; endDate: string }) =>
  infiniteQueryOptions({
    queryKey: ['billing', 'history', period],
    queryFn: ({ pageParam }) =>
      api('GET /billing/history', { query: { ...period, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
