import { expect, test } from 'vitest';
import { CLOCKS_APART_SECONDS, createWindows } from './windows.ts';

const start = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit = { most: 1, windowSeconds: 60 };

test('the try after the last allowed one is told how long to wait, and the next window is fresh', () => {
  const windows = createWindows(10);
  expect(windows.take('ada', limit, start)).toBe(0);
  expect(windows.take('ada', limit, after(20))).toBe(40);
  expect(windows.take('ada', limit, after(60))).toBe(0);
});

test('a window that was begun by a clock that was ahead is over once the clock is right', () => {
  const windows = createWindows(10);
  windows.take('ada', limit, after(365 * 86_400));
  windows.take('ada', limit, after(365 * 86_400));
  expect(windows.take('ada', limit, start)).toBe(0);
  expect(windows.take('ada', limit, after(1))).toBe(59);
});

test('a window goes on where the clock goes back by no more than clocks are apart, and is over beyond', () => {
  const windows = createWindows(10);
  windows.take('ada', limit, after(CLOCKS_APART_SECONDS));
  expect(windows.take('ada', limit, start)).toBe(CLOCKS_APART_SECONDS + 60);
  expect(windows.take('ada', limit, after(-1))).toBe(0);
});
