import { LimitPassedMeanwhile } from './claim-spending.ts';
import { isLimitPassed } from './spending-store.ts';

const MOST_TRIES = 5;

/**
 * Does what judges and claims in a transaction of its own, anew each time that somebody else used up in the meantime what a limit had
 * left; null where that happened five times: then nothing was done.
 */
export async function judgeAnew<T>(work: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LimitPassedMeanwhile || isLimitPassed(error))) throw error;
    }
  }
  return null;
}
