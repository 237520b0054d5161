import type { OfferKind } from '@farline/contracts/numbers';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** The account's numbers. */
export const numbersQuery = queryOptions({
  queryKey: ['numbers', 'mine'],
  queryFn: async () => await api('GET /numbers'),
});

/** Where numbers can be rented. */
export const offerCountriesQuery = queryOptions({
  queryKey: ['numbers', 'countries'],
  queryFn: async () => (await api('GET /numbers/offers/countries')).countries,
});

/** What is looked for; an empty text: any. */
export type Wanted = { country: string; type: OfferKind | ''; digits: string; where: 'end' | 'anywhere' };

/** Numbers that can be rented now, page by page. What was found before stays until the next is there. */
export const offersQuery = ({ country, type, digits, where }: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['numbers', 'offers', country, type, digits, where],
    queryFn: async ({ pageParam }) =>
      await api('GET /numbers/offers', {
        query: {
          where,
          limit: 10,
          ...(country === '' ? {} : { country }),
          ...(type === '' ? {} : { type }),
          ...(digits === '' ? {} : { digits }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
