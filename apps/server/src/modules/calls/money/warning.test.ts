import { expect, test } from 'vitest';
import { usualSettings } from '../record/settings.ts';
import { extensionTime, warningTime } from './warning.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

test.each([
  ['a minute before the end', 300, 200, 240],
  ['at once when less than a minute is left', 300, 255, 255],
  ['just still with 20 seconds left', 300, 280, 280],
] as const)('a warning comes %s', (_when, end, now, expected) => {
  expect(warningTime(at(end), usualSettings, at(now))).toEqual(at(expected));
});

test('with less than 20 seconds left nobody is warned', () => {
  expect(warningTime(at(300), usualSettings, at(280.5))).toBeNull();
});

test.each([
  [150, 75],
  [76, 1],
  [40, 0],
])('with %d s granted the next stretch is asked for %d s after the answer', (grantedSeconds, expected) => {
  expect(extensionTime({ answeredAt: at(0), grantedSeconds }, usualSettings)).toEqual(at(expected));
});
