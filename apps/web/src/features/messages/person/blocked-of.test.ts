import { expect, test } from 'vitest';
import { blockedOf } from './blocked-of.ts';

const [MOBILE, WORK] = ['+441', '+442'];
const numbers = [MOBILE, WORK];
const blocked = (peer: string) => ({ peer, isBlocked: true });
const open = (peer: string) => ({ peer, isBlocked: false });

test('a person is blocked where all of their numbers are, and a mix says which', () => {
  expect(blockedOf(numbers, [blocked(MOBILE), blocked(WORK)])).toEqual({ is: 'all', blocked: numbers, open: [] });
  expect(blockedOf(numbers, [open(WORK), blocked(MOBILE)])).toEqual({ is: 'some', blocked: [MOBILE], open: [WORK] });
  expect(blockedOf(numbers, [open(MOBILE), open(WORK)])).toEqual({ is: 'none', blocked: [], open: numbers });
  expect(blockedOf([WORK], [blocked(WORK)])).toMatchObject({ is: 'all' });
});

test('nothing is said of a block before it is known of each number', () => {
  expect(blockedOf(numbers, [blocked(MOBILE)])).toBeNull();
});
