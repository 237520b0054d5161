import { afterAll, afterEach } from 'vitest';
import { undeclaredRefusals } from '../platform/problems.ts';

/** Set-up of tests that ask servers of their own process: one fails when a route refuses with a code that it does not declare. */
const found: unknown[] = [];
const keep = (undeclared: unknown) => found.push(undeclared);
undeclaredRefusals.subscribe(keep);

afterEach(() => {
  const undeclared = found.splice(0);
  if (undeclared.length > 0)
    throw new Error(`refusals that their routes do not declare: ${JSON.stringify(undeclared)}`);
});
afterAll(() => {
  undeclaredRefusals.unsubscribe(keep);
});
