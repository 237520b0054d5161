import type { Notice } from '@farline/contracts/notices';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { withNotice } from './with-notice.ts';

/** The notices, newest first, and how many are unread. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam }) => api('GET /notices', { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Puts a new or changed notice and the count into what is shown; null: many changed, so the list is asked for again. */
export function applyNotice(notice: Notice | null, unread: number): void {
  queryClient.setQueryData(noticesQuery.queryKey, (shown) =>
    shown === undefined ? shown : { ...shown, pages: withNotice(shown.pages, notice, unread) },
  );
  if (notice === null) void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
}
