import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';

const LOOKS = 4;
const LOOK_EVERY_MS = 3_000;

/** Statements and receipts, newest first, page after page. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ pageParam }) => api('GET /billing/invoices', { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
  // Whoever comes back from paying may be here before the receipt is written, and before live push is.
  refetchInterval: ({ state }) => (state.dataUpdateCount < LOOKS ? LOOK_EVERY_MS : false),
});

/** Who stands on the invoices. */
export const buyerQuery = queryOptions({
  queryKey: ['billing', 'buyer'],
  queryFn: async () => (await api('GET /billing/buyer')).buyer,
});
