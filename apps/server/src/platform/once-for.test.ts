import { expect, test } from 'vitest';
import { onceFor } from './once-for.ts';

test('each owner has one of what is made for it, made when it is first asked for', () => {
  const [one, other] = [{}, {}];
  const made: object[] = [];
  const lineOf = onceFor((owner: object) => {
    made.push(owner);
    return { owner };
  });

  expect(lineOf(one)).toBe(lineOf(one));
  expect(lineOf(other)).not.toBe(lineOf(one));
  expect(made).toEqual([one, other]);
});
