import { aroundEach } from 'vitest';
import { comparingWithCarrier } from './carrier-witness.ts';

/** Set-up of every voice test: what its callers are charged for is what the carrier counted, or the test fails. */
aroundEach(async (runTest, context) => {
  await comparingWithCarrier(runTest, () => context.task.result?.state === 'fail');
});
