import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../api/api-routes.ts';
import { phoneText } from '../../texts/phone.ts';
import { formatRateShort } from '../format/format.ts';
import { queryClient, usageQuery } from '../session/queries.ts';
import { isService } from './is-service.ts';
import { quoteQuery } from './quote-query.ts';

/** What stands on a button that calls a number at one press: its word, and the price of a minute once that is known. */
export function useCallWord(word: string, number: string | null): string {
  const price = usePriceAhead(number);
  return price === null ? word : `${word} · ${price}`;
}

/** What a minute of a call to a number would cost, in words; null: it is not known, or is of a service of ours. */
export function usePriceAhead(number: string | null): string | null {
  const usage = useQuery(usageQuery, queryClient).data;
  const isAsked = number !== null && usage !== undefined;
  const { data } = useQuery({ ...quoteQuery(number ?? '', usage), enabled: isAsked }, queryClient);
  return isAsked && data !== undefined ? priceAhead(data) : null;
}

function priceAhead({ destination, included, terms }: Reply<'POST /calls/calculate-cost'>): string | null {
  if (isService(destination)) return null;
  if (included !== null) return phoneText.say('includedSoFar');
  return phoneText.say('perMinute', { price: formatRateShort(terms.perMinute) });
}
