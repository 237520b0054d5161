import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../session/queries.ts';

/** By then the server's sums have followed what they are of. */
const FOLLOWED_MS = 1_500;

/** What is summed up of each; charts of calls have no key of their own. */
const SUMS_OF = {
  calls: [['insight']],
  messages: [
    ['insight', 'messages'],
    ['insight', 'person'],
  ],
} as const satisfies Record<string, readonly QueryKey[]>;
type Summed = keyof typeof SUMS_OF;

const timers: Partial<Record<Summed, ReturnType<typeof setTimeout>>> = {};

/** Asks anew for what calls or messages came to: at once, and once more when the sums have surely followed, as they are made from events, too. */
export function forgetSums(of: Summed): void {
  forget(of);
  clearTimeout(timers[of]);
  timers[of] = setTimeout(() => forget(of), FOLLOWED_MS);
}

function forget(of: Summed): void {
  for (const queryKey of SUMS_OF[of]) void queryClient.invalidateQueries({ queryKey });
}
