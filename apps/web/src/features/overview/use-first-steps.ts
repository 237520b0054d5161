import type { User } from '@farline/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keptKey } from '../../lib/session/kept-here.ts';
import { historyQuery, queryClient, recentCallsQuery, usageQuery } from '../../lib/session/queries.ts';
import { type FirstSteps, firstSteps, isNewcomer, NEWCOMERS_CALLS } from './first-steps.ts';

interface Shown {
  /** Null: there are none to show. */
  steps: FirstSteps | null;
  dismiss: () => void;
}

/** The first steps of somebody new, until all are done or they are put away in this browser. */
export function useFirstSteps(user: User): Shown {
  const [isPutAway, setPutAway] = useState(() => isPutAwayBy(user.id));
  const [isNew] = useState(() => isNewcomer(user, Date.now()));
  const recent = useQuery(recentCallsQuery, queryClient);
  const total = recent.data?.total ?? 0;
  const needsMore = total > (recent.data?.calls.length ?? 0) && total <= NEWCOMERS_CALLS;
  const wanted = isNew && !isPutAway && user.emailConfirmed;
  const all = useQuery({ ...historyQuery(1, NEWCOMERS_CALLS), enabled: wanted && needsMore }, queryClient);
  const usage = useQuery(usageQuery, queryClient);
  const calls = needsMore ? all.data?.calls : recent.data?.calls;
  const isWanted = wanted && total <= NEWCOMERS_CALLS;
  // What isn’t known isn’t promised.
  const canPractise = user.accountState === 'trial' && Number(usage.data?.trialCredit.amount ?? 0) > 0;
  const reachesRealPhones = usage.data?.reachesRealPhones === true;
  return {
    // No room is kept before: most people have none, and would see it come and go.
    steps:
      isWanted && calls !== undefined && !usage.isPending
        ? firstSteps(calls, { canPractise, reachesRealPhones })
        : null,
    dismiss: () => {
      setPutAway(true);
      putAway(user.id);
    },
  };
}

function isPutAwayBy(userId: string): boolean {
  try {
    return localStorage.getItem(keptKey('steps', userId)) !== null;
  } catch {
    return false;
  }
}

function putAway(userId: string): void {
  try {
    localStorage.setItem(keptKey('steps', userId), '');
  } catch {
    // Nothing can be kept here: they are away for as long as the page is open.
  }
}
