import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** Statements and receipts, newest first, page after page. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ pageParam }) => api('GET /billing/invoices', { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Who stands on the invoices. */
export const buyerQuery = queryOptions({
  queryKey: ['billing', 'buyer'],
  queryFn: async () => (await api('GET /billing/buyer')).buyer,
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
