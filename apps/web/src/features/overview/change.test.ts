import { expect, test } from 'vitest';
import { changeBetween } from './change.ts';

test.each([
  ['a third more', 30, 40, { is: 'more', percent: 33 }],
  ['a half less', 30, 15, { is: 'less', percent: 50 }],
  ['to nothing', 30, 0, { is: 'less', percent: 100 }],
  ['the same', 30, 30, { is: 'same' }],
  ['less than half a percent is the same', 1000, 1004, { is: 'same' }],
  ['nothing before cannot be compared with', 0, 12, { is: 'none-before' }],
])('%s', (_promise, before, now, change) => {
  expect(changeBetween(before, now)).toEqual(change);
});
