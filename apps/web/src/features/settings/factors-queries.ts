import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { refreshUser } from '../../lib/session/session.ts';

/** The second factors of the user, and how many recovery codes are left. */
export const factorsQuery = queryOptions({
  queryKey: ['settings', 'factors'],
  queryFn: () => api('GET /settings/factors'),
  // Used on another device, one was last used then: asked anew on each visit.
  staleTime: 0,
});

/** A factor was added or taken away: the list and the user are read again. */
export async function factorsChanged(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey }), refreshUser()]);
}
