import type { OfferKind } from '@farline/contracts/numbers/numbers';
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
  queryFn: async () => await api('GET /numbers/offers/countries'),
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
          ...searchOf({ country, type, digits, where }),
          limit: 10,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** What the operator's provider has beside them. Its numbers change by the minute: nothing old is shown. */
export const providerOffersQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['numbers', 'provider', wanted.country, wanted.type, wanted.digits, wanted.where],
    queryFn: async () => await api('GET /numbers/offers/provider', { query: searchOf(wanted) }),
    staleTime: 30_000,
    retry: false,
  });

const searchOf = ({ country, type, digits, where }: Wanted) => ({
  where,
  ...(country === '' ? {} : { country }),
  ...(type === '' ? {} : { type }),
  ...(digits === '' ? {} : { digits }),
});
