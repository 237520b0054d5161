import type { SpendingLimits } from '@farline/contracts/limits';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';

/** What may be spent, how far that has come, and the most that could be lost tonight. */
export const limitsQuery = queryOptions({
  queryKey: ['limits', 'all'],
  queryFn: async () => (await api('GET /limits')).spendingLimits,
  // Hours, days and lifted limits end without an event.
  refetchInterval: ({ state: { data } }) => (data === undefined ? false : msUntilCountingChanges(data, Date.now())),
});

const LEAST_MS = 30_000;

/** Until an hour, a day or a lifting ends; at least half a minute, for a clock here that is ahead of the server's. */
export function msUntilCountingChanges({ hourEndsAt, dayEndsAt, lifted }: SpendingLimits, now: number): number {
  const ends = [hourEndsAt, dayEndsAt, ...lifted.map(({ until }) => until)].map((end) => Date.parse(end));
  return Math.max(LEAST_MS, Math.min(...ends) - now);
}

/** Shows what the server answered to a change. */
export function showLimits(limits: SpendingLimits): void {
  queryClient.setQueryData(limitsQuery.queryKey, limits);
}
