import { create } from 'zustand';

/** What stands in front of the page: the search, the list of keys, or what adds an amount (a decimal, or nothing yet) to the balance. */
export type Shown = { is: 'nothing' } | { is: 'search' } | { is: 'keys' } | { is: 'funds'; amount: string | null };

export const useSearch = create<{ shown: Shown }>(() => ({ shown: { is: 'nothing' } }));

export function show(shown: Shown): void {
  useSearch.setState({ shown });
}
