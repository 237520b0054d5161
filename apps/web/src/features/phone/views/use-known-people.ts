import { useQuery } from '@tanstack/react-query';
import { isService } from '../../../lib/calls/is-service.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { useNames } from '../../../lib/calls/use-names.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { contactNamesQuery, queryClient, recentCallsQuery } from '../../../lib/session/queries.ts';

interface Known {
  number: string;
  name: string | null;
}

interface Recent extends Known {
  countryCode: string | null;
}

/** Favourite contacts, and besides them whom the latest calls were with, the latest first; each once. */
export function useKnownPeople(): { favourites: readonly Known[]; recents: readonly Recent[] } {
  const { data } = useQuery(contactNamesQuery, queryClient);
  const favourites = data?.filter((contact) => contact.isFavourite) ?? [];
  const numbers = new Set(favourites.map(({ number }) => number));
  return { favourites, recents: useRecents().filter(({ number }) => !numbers.has(number)) };
}

/** Whom the latest calls were with, each once; our own services and callers who show no number are left out. */
export function useRecents(): readonly Recent[] {
  const nameOf = useNames();
  // The list that the dashboard shows, which is asked for once.
  const { data } = useQuery(recentCallsQuery, queryClient);
  const recents = new Map<string, Recent>();
  for (const call of data?.calls ?? []) {
    const number = otherSide(call);
    if (number === null || isService(call.destination) || recents.has(number)) continue;
    recents.set(number, { number, name: nameOf(number), countryCode: call.destination.countryCode });
  }
  return [...recents.values()];
}

/** Who it is, whole: the number too where there is a name. */
export function nameAndNumber({ name, number }: Known): string {
  return name === null ? showNumber(number) : `${name} ${showNumber(number)}`;
}
