import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureWaiting } from './measure-waiting.ts';
import { WaitingLine } from './waiting-line.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('what is told is how late the event loop is, and how long the first of the longest line has waited', () => {
  let nowMs = 0;
  const [database, permissions] = [new WaitingLine(() => nowMs), new WaitingLine(() => nowMs)];
  const told: [number, number][] = [];
  const waiting = measureWaiting([database, permissions], () => nowMs);
  const stop = waiting.watch((waitMs, at) => void told.push([waitMs, at]));
  const pass = (ms: number, lateMs = 0) => {
    nowMs += ms + lateMs;
    vi.advanceTimersByTime(ms);
  };

  pass(50);
  const leave = database.join();
  pass(50);
  permissions.join();
  pass(50, 30);
  leave();
  pass(50);
  stop();
  pass(50);

  expect(told).toEqual([
    [0, 50],
    [50, 100],
    [160, 180],
    [130, 230],
  ]);
});

test('a line is as long as its first has waited, or as those in it take at its pace', () => {
  let nowMs = 0;
  const line = new WaitingLine(() => nowMs);
  expect(line.expectedMs()).toBe(0);
  const leave = Array.from({ length: 8 }, () => line.join());
  nowMs = 30;
  expect(line.expectedMs()).toBe(30);
  for (const one of leave.slice(0, 4)) {
    one();
    one();
    nowMs += 10;
  }
  // Four left, one each 10 ms, the last of them 10 ms ago; the first of the others came 70 ms ago.
  expect(line.expectedMs()).toBe(70);
  for (let more = 0; more < 16; more += 1) line.join();
  expect(line.expectedMs()).toBeCloseTo(200);
  // However slowly it moves while nobody has to wait.
  const empty = new WaitingLine(() => nowMs);
  for (let calm = 0; calm < 10; calm += 1, nowMs += 1_000) empty.join()();
  empty.join();
  expect(empty.expectedMs()).toBe(0);
});
