import type { Country } from '@farline/contracts/rates';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLatestNumbers } from '../../lib/calls/use-latest-numbers.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { localCountries } from '../../lib/format/local-countries.ts';
import { readNumber } from '../../lib/format/phone-number.ts';
import { contactNamesQuery, countriesQuery, isOutOfReach, queryClient } from '../../lib/session/queries.ts';
import { type Entry, findEntries } from './find-entries.ts';
import type { SearchedWhole } from './results.tsx';
import { useCommands } from './use-commands.ts';

/** What the typed text may mean, and whether all that was looked through was there. */
export function useEntries(typed: string): { entries: Entry<Country>[]; read: SearchedWhole } {
  const contacts = useQuery(contactNamesQuery, queryClient);
  const countries = useQuery(countriesQuery, queryClient);
  const commands = useCommands();
  const { latest, ...ofLatest } = useLatestNumbers();
  const local = useMemo(() => localCountries(countries.data ?? []), [countries.data]);
  const read = readNumber(typed, homeCountry());
  const arePeopleUnderWay = ofLatest.isUnderWay || (contacts.data === undefined && !isOutOfReach(contacts));
  const entries = findEntries(typed, {
    contacts: contacts.data ?? [],
    latest,
    read,
    countries: local,
    commands,
    arePeopleUnderWay,
  });
  const unread = [contacts, countries].filter(({ data }) => data === undefined);
  const isFailed = ofLatest.isFailed || unread.some(isOutOfReach);
  return { entries, read: isFailed ? 'in-part' : ofLatest.isUnderWay || unread.length > 0 ? 'under-way' : 'whole' };
}
