import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { searched } from '../../lib/format/home-country.ts';

/** The people of the calls, by the latest call, a page at a time. It is a part of the history: what changes that changes it. */
export const callPeopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'history', 'people', q],
    queryFn: ({ pageParam }) =>
      api('GET /calls/people', {
        query: { ...searched(q), ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
