import { expect, test } from 'vitest';
import { changedFrom } from './changed-from.ts';

test('what was written is a change where it differs, lists and groups as wholes', () => {
  const opened = { name: 'Ada', note: null, tags: ['a', 'b'], at: { day: 1 } };
  expect(changedFrom(opened, structuredClone(opened))).toEqual({});
  expect(changedFrom(opened, { ...opened, tags: ['b', 'a'] })).toEqual({ tags: ['b', 'a'] });
  expect(changedFrom(opened, { ...opened, note: null, at: { day: 2 } })).toEqual({ at: { day: 2 } });
});

test('what was not opened is a change', () => {
  expect(changedFrom({}, { name: 'Ada' })).toEqual({ name: 'Ada' });
});
