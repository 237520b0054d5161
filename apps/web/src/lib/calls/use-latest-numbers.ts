import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { historyQuery, queryClient } from '../session/queries.ts';
import { otherSide } from './other-side.ts';

/** How many of the latest calls are looked through: the most that the server gives at once, twice. */
const PAGES = [1, 2];
const CALLS_A_PAGE = 100;

interface Latest {
  latest: readonly string[];
  /** Some are still waited for. */
  isUnderWay: boolean;
  /** Some could not be read. */
  isFailed: boolean;
}

/** The numbers that there were calls with, the latest first; none are asked for as long as they are not wanted. */
export function useLatestNumbers(isWanted = true): Latest {
  const { calls, isUnderWay, isFailed } = useQueries(
    {
      queries: PAGES.map((page) => ({ ...historyQuery(page, CALLS_A_PAGE), enabled: isWanted })),
      combine: (pages) => ({
        calls: pages.flatMap(({ data }) => data?.calls ?? []),
        isUnderWay: pages.some(({ isLoading }) => isLoading),
        isFailed: pages.some(({ data, isError }) => data === undefined && isError),
      }),
    },
    queryClient,
  );
  const latest = useMemo(() => {
    const numbers = calls.map(otherSide).filter((number): number is string => number?.startsWith('+') === true);
    return [...new Set(numbers)];
  }, [calls]);
  return { latest, isUnderWay, isFailed };
}
