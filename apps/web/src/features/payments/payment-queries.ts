import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';

const ASK_AGAIN_MS = 1_500;

/** What may be added to the balance, and whether payments are switched on. */
export const fundsQuery = queryOptions({
  queryKey: ['billing', 'add-funds'],
  queryFn: () => api('GET /billing/add-funds'),
});

/** What became of a payment; asked again until it has an end. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'payment', id],
    queryFn: async () => (await api('GET /billing/payments/{id}', { id })).payment,
    // A payment that fails or is left moves no money, so nothing is pushed of it.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'processing' ? ASK_AGAIN_MS : false,
  });

/** What payments are taken from, the one that is used first at the top. */
export const paymentMethodsQuery = queryOptions({
  queryKey: ['billing', 'payment-methods'],
  queryFn: async () => (await api('GET /billing/payment-methods')).paymentMethods,
  // What another device keeps or removes is not pushed: asked anew on each visit.
  staleTime: 0,
});

/** What became of a card that was to be saved; asked again until it has an end. */
export const setupQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'setup', id],
    queryFn: () => api('GET /billing/payment-methods/setups/{id}', { id }),
    // Nothing is pushed of cards.
    refetchInterval: ({ state: { data } }) => (data?.setup.state === 'waiting' ? ASK_AGAIN_MS : false),
  });

/** Whether money is added by itself. */
export const autoTopUpQuery = queryOptions({
  queryKey: ['billing', 'auto-top-up'],
  queryFn: async () => (await api('GET /billing/auto-top-up')).autoTopUp,
});

/** What was paid, with what was given back and what is disputed, page after page. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: ['billing', 'payments'],
  queryFn: ({ pageParam }) =>
    api('GET /billing/payments', { query: { limit: 5, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Money moved: what is said of payments is asked for again. */
export function forgetPayments(): void {
  for (const part of ['payments', 'refunds', 'auto-top-up']) {
    void queryClient.invalidateQueries({ queryKey: ['billing', part] });
  }
}

/** Cards and automatic top-up count in the most that could be lost tonight: it is asked for again. */
export function forgetMeter(): void {
  void queryClient.invalidateQueries({ queryKey: ['limits', 'all'] });
}
