import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api-client.ts';

/** What could be given back of the credit, and what is owed. */
export const refundsQuery = queryOptions({
  queryKey: ['billing', 'refunds'],
  queryFn: () => api('GET /billing/refunds'),
});
