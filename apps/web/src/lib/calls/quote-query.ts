import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api-client.ts';
import type { Reply } from '../api/api-routes.ts';
import { homeCountry } from '../format/home-country.ts';
import { queryClient } from '../session/queries.ts';

type Quoted = Reply<'POST /calls/calculate-cost'>;

/**
 * What a minute to a number costs who pays with so much, and how long that lasts: asked again as soon as that has changed. What was
 * answered before shows until then, and is not kept for the day on which there is as much again: it may have been asked for in the
 * moment in which a call had ended and this page did not know yet what it cost.
 */
export const quoteQuery = (number: string, usage: Reply<'GET /billing/usage'> | undefined) => {
  const home = homeCountry();
  return queryOptions({
    queryKey: ['quote', number, usage?.wallet.available.amount, usage?.trialCredit.amount],
    // Most that fails here is an answer, such as a number that cannot be called: it is shown at once.
    retry: false,
    gcTime: 0,
    placeholderData: (previous: Quoted | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
      query?.queryKey[1] === number ? previous : undefined,
    queryFn: () =>
      api('POST /calls/calculate-cost', {
        body: { to: number, duration: 60, ...(home === undefined ? {} : { defaultCountry: home }) },
      }),
  });
};

/** What a page was told last of what a call to a number costs, and so what it shows; undefined: nothing. There is an answer for each balance. */
export function latestQuote(number: string): Quoted | undefined {
  const [latest] = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['quote', number.trim()] })
    .filter(({ state }) => state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return latest?.state.data as Quoted | undefined;
}

/** Asks again for all prices that are shown. */
export function renewQuotes(): void {
  void queryClient.invalidateQueries({ queryKey: ['quote'] });
}
