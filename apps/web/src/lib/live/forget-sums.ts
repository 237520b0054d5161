import { queryClient } from '../session/queries.ts';

/** By then the server's sums have followed what they are of. */
const FOLLOWED_MS = 1_500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks anew for what calls and messages came to: at once, and once more when the sums have surely followed, as they are made from events, too. */
export function forgetSums(): void {
  forget();
  clearTimeout(timer);
  timer = setTimeout(forget, FOLLOWED_MS);
}

const forget = (): void => void queryClient.invalidateQueries({ queryKey: ['insight'] });
