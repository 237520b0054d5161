import { latestQuote } from '../../../lib/calls/quote-query.ts';
import { onlyPractises } from '../../../lib/calls/only-practises.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { readNumber } from '../../../lib/format/phone-number.ts';
import { queryClient, usageQuery } from '../../../lib/session/queries.ts';
import { useSession } from '../../../lib/session/session.ts';

/** Whether a call to a number would be practice, as far as is known without asking: by the price that was told last, or else because every call of theirs is. */
export function isPracticeSoFar(number: string): boolean {
  const { is } = readNumber(number, homeCountry());
  if (is === 'echo' || is === 'voicemail') return false;
  const price = latestQuote(number);
  if (price !== undefined) return price.isPractice === true;
  const session = useSession.getState();
  if (session.status !== 'signed-in') return false;
  return onlyPractises(session.user, queryClient.getQueryData(usageQuery.queryKey));
}
