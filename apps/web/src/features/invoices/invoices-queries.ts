import type { BillingGroup } from '@farline/contracts/billing';
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
  // What another tab or colleague saves is not pushed: asked anew each time.
  staleTime: 0,
});

interface Days {
  startDate: string;
  endDate: string;
}

/** The ledger's sums of some days: a part of the history, as what changes that changes them. */
export const sumsQuery = (days: Days) =>
  queryOptions({
    queryKey: ['billing', 'history', 'sums', days],
    queryFn: () => api('GET /billing/sums', { query: { ...days } }),
  });

/** The ledger's lines of some days, or those of one of its sums alone, page after page. */
export const ledgerQuery = (lines: Days & { group?: BillingGroup }) =>
  infiniteQueryOptions({
    queryKey: ['billing', 'history', lines],
    queryFn: ({ pageParam }) =>
      api('GET /billing/history', { query: { ...lines, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
