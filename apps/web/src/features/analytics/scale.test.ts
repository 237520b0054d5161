import { expect, test } from 'vitest';
import { axisOf, durationAxisOf, labelledColumns, wholeAxisOf } from './scale.ts';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [0.013, [0, 0.005, 0.01, 0.015]],
  [97, [0, 25, 50, 75, 100]],
])('an axis up to %d has round steps', (highest, lines) => {
  expect(axisOf(highest)).toEqual(lines);
});

test.each([
  [0, [0, 1]],
  [0.05, [0, 1]],
  [0.8, [0, 1]],
  [1, [0, 1]],
  [1.2, [0, 1, 2]],
  [1.5, [0, 1, 2]],
  [2, [0, 1, 2]],
  [7, [0, 2, 4, 6, 8]],
  [9, [0, 5, 10]],
  [97, [0, 25, 50, 75, 100]],
])('an axis of whole numbers reaches up to %d', (highest, lines) => {
  expect(wholeAxisOf(highest)).toEqual(lines);
});

test.each([
  [0, [0, 15]],
  [50, [0, 15, 30, 45, 60]],
  [204, [0, 60, 120, 180, 240]],
])('an axis up to %d s has steps of time', (longest, lines) => {
  expect(durationAxisOf(longest)).toEqual(lines);
});

test('labels are thinned and the last column keeps its own', () => {
  expect([...labelledColumns(30, 6)].toSorted((one, other) => one - other)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledColumns(5, 8).size).toBe(5);
});
