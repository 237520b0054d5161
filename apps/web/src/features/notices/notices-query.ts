import type { Notice } from '@farline/contracts/notices';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { onOverview, partUnderWay } from '../../lib/session/overview.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { withNotice } from './with-notice.ts';

/** The notices, newest first, and how many are unread. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: async ({ pageParam }) =>
    (pageParam === null ? await partUnderWay('notices') : undefined) ??
    (await api('GET /notices', { query: pageParam === null ? {} : { cursor: pageParam } })),
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

onOverview(({ notices }, updatedAt) => {
  if (notices === undefined) return;
  queryClient.setQueryData(noticesQuery.queryKey, { pages: [notices], pageParams: [null] }, { updatedAt });
});
