import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api-client.ts';
import type { Reply } from '../api/api-routes.ts';
import { homeCountry } from '../format/home-country.ts';

/** What a minute to a number costs who pays with so much: its included minutes and its price are others once that has changed. */
export const quoteQuery = (number: string, usage: Reply<'GET /billing/usage'> | undefined) => {
  const home = homeCountry();
  return queryOptions({
    queryKey: ['quote', number, usage?.wallet.available.amount, usage?.trialCredit.amount],
    // Most that fails here is an answer, such as a number that cannot be called: it is shown at once.
    retry: false,
    queryFn: () =>
      api('POST /calls/calculate-cost', {
        body: { to: number, duration: 60, ...(home === undefined ? {} : { defaultCountry: home }) },
      }),
  });
};
