import type { CallFilters } from '@farline/contracts/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api-client.ts';
import { OwnQueryClient } from './own-query-client.ts';
import { useSession } from './session.ts';
import { SPECIFIED } from '../specification-constants.ts';

const { cache, statsPeriod } = SPECIFIED;

/** The page's cache of the server's answers: fresh for 5 minutes (live push mends it sooner), one retry, no refetch on focus. */
export const queryClient = new OwnQueryClient({
  defaultOptions: {
    queries: { staleTime: cache.staleMs, retry: cache.retries, refetchOnWindowFocus: cache.refetchOnFocus },
  },
});

// What one person was shown must not wait in the cache for the next.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out') queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'rates' });
});

/** Balance and this month's usage. */
export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => api('GET /billing/usage') });

/** This month's calls beside last month's. */
export const statsQuery = queryOptions({
  queryKey: ['calls', 'stats', statsPeriod],
  queryFn: () => api('GET /calls/stats', { query: { period: statsPeriod } }),
});

/** One page of the call history, latest first, narrowed down by filters. */
export const historyQuery = (page: number, limit: number, filters: CallFilters = {}) =>
  queryOptions({
    queryKey: ['calls', 'history', { page, limit, ...filters }],
    queryFn: () => api('GET /calls/history', { query: { page, limit, ...filters } }),
  });

/** One call with everything that explains it. */
export const callDetailQuery = (id: string) =>
  queryOptions({ queryKey: ['calls', 'detail', id], queryFn: () => api('GET /calls/{id}', { id }) });

/** Who has which number: the whole of it, for every list. */
export const contactNamesQuery = queryOptions({
  queryKey: ['contacts', 'names'],
  queryFn: async () => (await api('GET /contacts/names')).names,
});

/** The countries that the rate table prices. */
export const countriesQuery = queryOptions({
  queryKey: ['rates', 'countries'],
  queryFn: async () => (await api('GET /rates/countries')).countries,
});

/** The rates of one country, with their steps and fees, and those of messages. */
export const ratesQuery = (countryCode: string) =>
  queryOptions({
    queryKey: ['rates', 'of', countryCode],
    queryFn: async () => await api('GET /rates', { query: { countryCode } }),
  });
