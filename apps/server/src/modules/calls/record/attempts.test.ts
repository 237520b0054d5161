import { expect, test } from 'vitest';
import { parseAttempts } from './attempts.ts';

test.each([
  [
    'sandbox-a=503,sandbox-b=486',
    [
      { trunk: 'sandbox-a', status: 503 },
      { trunk: 'sandbox-b', status: 486 },
    ],
  ],
  ['sandbox-a=timeout', [{ trunk: 'sandbox-a', status: 'timeout' }]],
  ['', []],
  ['nonsense,a=9999,b=200', [{ trunk: 'b', status: 200 }]],
])('%j', (text, attempts) => {
  expect(parseAttempts(text)).toEqual(attempts);
});
