import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api-client.ts';
import { useSession } from './session.ts';

/** The page's cache of the server's answers: fresh for 5 minutes (live push mends it sooner), one retry, no refetch on focus. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5 * 60_000, retry: 1, refetchOnWindowFocus: false } },
});

// What one person was shown must not wait in the cache for the next.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out') queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'rates' });
});

/** Balance and this month's usage. */
export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => api('GET /billing/usage') });

/** This month's calls beside last month's. */
export const statsQuery = queryOptions({
  queryKey: ['calls', 'stats', 'month'],
  queryFn: () => api('GET /calls/stats', { query: { period: 'month' } }),
});

/** One page of the call history, latest first. */
export const historyQuery = (page: number, limit: number) =>
  queryOptions({
    queryKey: ['calls', 'history', { page, limit }],
    queryFn: () => api('GET /calls/history', { query: { page, limit } }),
  });

/** The countries that the rate table prices. */
export const countriesQuery = queryOptions({
  queryKey: ['rates', 'countries'],
  queryFn: async () => (await api('GET /rates/countries')).countries,
});
