import { create } from 'zustand';

/**
 * What stands in front of the page: the search with what was typed before it came, the list of keys, what adds an amount (a decimal, or nothing yet) to the balance, and what is kept
 * of whoever has a number.
 */
export type Shown =
  | { is: 'nothing' }
  | { is: 'search'; typed: string }
  | { is: 'keys' }
  | { is: 'funds'; amount: string | null }
  | { is: 'contact'; number: string }
  | { is: 'note'; number: string };

export const useInFront = create<{ shown: Shown }>(() => ({ shown: { is: 'nothing' } }));

export function show(shown: Shown): void {
  useInFront.setState({ shown });
}
