import { afterAll, onTestFinished } from 'vitest';

/**
 * Ends what was begun for a test: after it where one runs, else after the tests of the file. Vitest forgets an `afterAll` that is called within a
 * test, and what is not ended goes on beside all files that the worker reads after this one.
 */
export function whenOver(end: () => unknown): void {
  try {
    onTestFinished(async () => void (await end()));
  } catch {
    afterAll(async () => void (await end()));
  }
}
