import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contactNamesQuery, queryClient } from '../session/queries.ts';
import { numbersOfPerson } from './numbers-of-person.ts';

/** All numbers of whoever has this one, by the contacts of the account. */
export function useNumbersOfPerson(peer: string): readonly string[] {
  const { data } = useQuery(contactNamesQuery, queryClient);
  return useMemo(() => numbersOfPerson(peer, data ?? []), [peer, data]);
}

/** Whether it is known which numbers belong together, or will not be known for now: what is asked for by all of a person's numbers waits for it. */
export function useAreNumbersKnown(): boolean {
  return !useQuery(contactNamesQuery, queryClient).isPending;
}
