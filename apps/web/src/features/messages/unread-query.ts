import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { onOverview, partUnderWay } from '../../lib/session/overview.ts';
import { queryClient } from '../../lib/session/queries.ts';

/** How many messages are unread, in all threads. */
export const unreadQuery = queryOptions({
  queryKey: ['messages', 'unread'],
  queryFn: async () =>
    ((await partUnderWay('threads')) ?? (await api('GET /messages/threads', { query: { limit: 1 } }))).unread,
});

onOverview(({ threads }, updatedAt) => {
  if (threads !== undefined) queryClient.setQueryData(unreadQuery.queryKey, threads.unread, { updatedAt });
});
