import { expect, test } from 'vitest';
import { tryingAgain } from './message-state.ts';

test.each([
  ['failed', 'once'],
  ['undelivered', 'once'],
  // The carrier may have it, and whoever sends it again is told so.
  ['unknown', 'perhaps_twice'],
  ['queued', null],
  ['sent', null],
  ['delivered', null],
  ['received', null],
] as const)('a message that is %s may be sent again: %s', (status, how) => {
  expect(tryingAgain({ status })).toBe(how);
});
