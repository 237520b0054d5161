import { useEffect } from 'react';
import { create } from 'zustand';
import { api } from '../api/api-client.ts';

interface Known {
  /** Null: not known yet, or they have not said so. */
  operator: { name: string; email: string | null } | null;
  isAsked: boolean;
}

const useKnown = create<Known>(() => ({ operator: null, isAsked: false }));

/** Who runs this installation, asked for once by whatever wants to name them. Without an answer pages say it in other words. */
export function useOperatorName(isWanted = true): Known['operator'] {
  useEffect(() => {
    if (!isWanted || useKnown.getState().isAsked) return;
    useKnown.setState({ isAsked: true });
    api('GET /operator').then(
      ({ operator }) => useKnown.setState({ operator }),
      () => useKnown.setState({ isAsked: false }),
    );
  }, [isWanted]);
  return useKnown(({ operator }) => operator);
}
