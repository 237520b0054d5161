import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

/** A line whose clock is told, in which the second of two left 30 s after the first: the database stood still. */
function afterStandstill() {
  let nowMs = 0;
  const line = new WaitingLine(() => nowMs);
  const passed = (ms: number) => {
    nowMs += ms;
  };
  const leave = [line.join(), line.join()];
  for (const one of leave) {
    one();
    passed(30_000);
  }
  passed(-30_000);
  return { line, passed };
}

test('a standstill counts as one second of the pace', () => {
  const { line } = afterStandstill();
  line.join();
  expect(line.expectedMs()).toBe(1_000);
});

test('a line that was empty for a second has no pace: who joins it waits for nobody', () => {
  const { line, passed } = afterStandstill();
  passed(1_000);
  line.join();
  expect(line.expectedMs()).toBe(0);
  passed(40);
  expect(line.expectedMs()).toBe(40);
});

test('the pace of a line that was empty for less than a second stays', () => {
  const { line, passed } = afterStandstill();
  passed(999);
  line.join();
  expect(line.expectedMs()).toBe(1_000);
});
