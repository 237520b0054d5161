import type { SpendingLimits } from '@farline/contracts/limits';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/queries.ts';

/** What may be spent, how far that has come, and the most that could be lost tonight; asked anew on each visit. */
export const limitsQuery = queryOptions({
  queryKey: ['limits', 'all'],
  queryFn: async () => (await api('GET /limits')).spendingLimits,
  staleTime: 0,
});

/** Shows what the server answered to a change. */
export function showLimits(limits: SpendingLimits): void {
  queryClient.setQueryData(limitsQuery.queryKey, limits);
}
