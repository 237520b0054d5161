import { expect, test } from 'vitest';
import { lineOf } from './line-of.ts';

const [MOBILE, WORK, NEW, STRANGER] = ['+441', '+442', '+443', '+449'];
const line = (peer: string, ...others: string[]) => ({
  peer,
  others: others.map((other) => ({ peer: other, unread: 0, draft: '', scheduled: 0 })),
});
const OF_STRANGER = line(STRANGER);

test('a person stands in one line, by whichever of their numbers, also by one that nothing was written to', () => {
  const theirs = line(WORK, MOBILE);
  for (const number of [MOBILE, WORK, NEW])
    expect(lineOf([OF_STRANGER, theirs], number, [MOBILE, WORK, NEW])).toBe(theirs);
  expect(lineOf([OF_STRANGER], NEW, [MOBILE, WORK, NEW])).toBeUndefined();
});

test('of the lines that a search has for the numbers of a person, it is that of the number itself', () => {
  const found = [line(MOBILE), line(WORK)];
  expect(lineOf(found, WORK, [MOBILE, WORK])).toBe(found[1]);
});
