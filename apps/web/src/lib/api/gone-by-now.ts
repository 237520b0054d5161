import { RequestError } from './http.ts';

/**
 * Waits until something is taken away. What isn't there any more is gone as well: another tab has taken it away, or the answer to an
 * earlier try was lost.
 */
export async function goneByNow(takingAway: Promise<unknown>): Promise<void> {
  try {
    await takingAway;
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'not_found') throw error;
  }
}
