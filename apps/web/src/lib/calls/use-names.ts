import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contactNamesQuery, queryClient } from '../session/queries.ts';
import { showNumber } from '../format/phone-number.ts';

/** Gives the name that this account has for a number, or null. */
export function useNames(): (number: string) => string | null {
  const { data } = useQuery(contactNamesQuery, queryClient);
  return useMemo(() => {
    const names = new Map(data?.map(({ number, name }) => [number, name]));
    return (number) => names.get(number) ?? null;
  }, [data]);
}

/** The same of the names that were read so far, for what is said once. */
export function nameKnown(number: string): string | null {
  const names = queryClient.getQueryData(contactNamesQuery.queryKey);
  return names?.find((each) => each.number === number)?.name ?? null;
}

/** How a number is told: by its contact's name, else as people write it. */
export function nameOrNumber(name: string | null, number: string): string {
  return name ?? showNumber(number);
}
