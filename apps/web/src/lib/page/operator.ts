import { useEffect } from 'react';
import { create } from 'zustand';
import { api } from '../api/api-client.ts';

interface Known {
  /** Null: not known yet, or they have not said so. */
  operator: { name: string; email: string | null } | null;
  /** Null: not known yet. */
  reachesRealPhones: boolean | null;
  isAsked: boolean;
}

const useKnown = create<Known>(() => ({ operator: null, reachesRealPhones: null, isAsked: false }));

/** Who runs this installation. Without an answer pages say it in other words. */
export function useOperatorName(isWanted = true): Known['operator'] {
  useAsked(isWanted);
  return useKnown(({ operator }) => operator);
}

/** Whether any call from here reaches a real phone; null: not known yet. Who is signed in has it beside their balance too. */
export function useReachesRealPhones(): Known['reachesRealPhones'] {
  useAsked(true);
  return useKnown(({ reachesRealPhones }) => reachesRealPhones);
}

/** What everybody may know of this installation, asked for once by whatever wants to say it. */
function useAsked(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || useKnown.getState().isAsked) return;
    useKnown.setState({ isAsked: true });
    api('GET /operator').then(
      ({ operator, reachesRealPhones }) => useKnown.setState({ operator, reachesRealPhones }),
      () => useKnown.setState({ isAsked: false }),
    );
  }, [isWanted]);
}
