import type { CallFilters } from '@farline/contracts/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api-client.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { useKept } from './kept-state.ts';
import { OwnQueryClient } from './own-query-client.ts';
import { onOverview, partUnderWay } from './overview.ts';
import { useSession } from './session.ts';
import { busyWhile } from '../page/when-quiet.ts';
import { SPECIFIED } from '../specification-constants.ts';

const { cache, statsPeriod } = SPECIFIED;

/** The page's cache of the server's answers: fresh for 5 minutes (live push mends it sooner), one retry, no refetch on focus. */
export const queryClient = new OwnQueryClient({
  defaultOptions: {
    queries: { staleTime: cache.staleMs, retry: cache.retries, refetchOnWindowFocus: cache.refetchOnFocus },
  },
});

busyWhile(() => queryClient.isFetching() > 0);

// What one person was shown must not wait in the cache for the next.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out') queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'rates' });
});

/** Whether there is nothing to wait for: the server gave no answer, or is not asked at all as long as there is no line. */
export const isOutOfReach = (query: { isError: boolean; isPaused: boolean }): boolean =>
  query.isError || query.isPaused;

/** Balance and this month's usage. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => (await partUnderWay('usage')) ?? (await api('GET /billing/usage')),
});

/** This month's calls beside last month's. */
export const statsQuery = queryOptions({
  queryKey: ['calls', 'stats', statsPeriod],
  queryFn: async () =>
    (await partUnderWay('stats')) ?? (await api('GET /calls/stats', { query: { period: statsPeriod } })),
});

/** One page of the call history, latest first, narrowed down by filters. */
export const historyQuery = (page: number, limit: number, filters: CallFilters = {}) =>
  queryOptions({
    queryKey: ['calls', 'history', { page, limit, ...filters }],
    queryFn: async () => await historyPage(page, limit, filters),
  });

/** The latest calls that the dashboard and the phone show. */
export const recentCallsQuery = queryOptions({
  ...historyQuery(1, SPECIFIED.dashboardRecentCalls),
  queryFn: async () => (await partUnderWay('recentCalls')) ?? (await historyPage(1, SPECIFIED.dashboardRecentCalls)),
});

async function historyPage(page: number, limit: number, filters: CallFilters = {}) {
  return await api('GET /calls/history', { query: { page, limit, ...filters } });
}

/** One call with everything that explains it. */
export const callDetailQuery = (id: string) =>
  queryOptions({ queryKey: ['calls', 'detail', id], queryFn: () => api('GET /calls/{id}', { id }) });

/** Who has which number: the whole of it, for every list. */
export const contactNamesQuery = queryOptions({
  queryKey: ['contacts', 'names'],
  queryFn: async () => ((await partUnderWay('contactNames')) ?? (await api('GET /contacts/names'))).names,
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

onOverview(({ usage, stats, recentCalls, contactNames }, updatedAt) => {
  const put = (queryKey: readonly unknown[], answer: unknown): void => {
    if (answer !== undefined) queryClient.setQueryData(queryKey, answer, { updatedAt });
  };
  put(usageQuery.queryKey, usage);
  put(statsQuery.queryKey, stats);
  put(recentCallsQuery.queryKey, recentCalls);
  put(contactNamesQuery.queryKey, contactNames?.names);
});

// What was kept is shown as it stands: the server is not there to be asked. Once it is, everything is asked for again.
const showKeptAnswers = ({ kept }: { kept: KeptAnswers | null }): void => {
  for (const { queryKey, data } of kept?.answers ?? []) queryClient.setQueryData(queryKey, data);
};
showKeptAnswers(useKept.getState());
useKept.subscribe((now, before) => {
  showKeptAnswers(now);
  if (now.kept === null && before.kept !== null) void queryClient.invalidateQueries();
});
