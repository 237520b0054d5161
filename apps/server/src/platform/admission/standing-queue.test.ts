import { expect, test } from 'vitest';
import { StandingQueue } from './standing-queue.ts';

const BOUNDS = { targetMs: 50, standingMs: 1_000, quietMs: 5_000 };
type Measured = readonly [untilMs: number, waitMs: number];

/** Measures every 50 ms: up to each instant the wait beside it. */
function after(...measured: Measured[]): StandingQueue {
  const queue = new StandingQueue(BOUNDS);
  let nowMs = 0;
  for (const [untilMs, waitMs] of measured) for (; nowMs <= untilMs; nowMs += 50) queue.note(waitMs, nowMs);
  return queue;
}

test.each<[string, Measured[], boolean]>([
  ['that nobody waits in', [[10_000, 0]], false],
  ['that is at its target for ever', [[60_000, 50]], false],
  ['that is long for less than a second', [[950, 4_000]], false],
  ['that is long for a second', [[1_000, 100]], true],
  [
    'that is long, but for one moment of each second',
    [
      [900, 400],
      [950, 10],
      [1_850, 400],
      [1_900, 0],
      [2_800, 400],
    ],
    false,
  ],
  [
    'that stood a moment ago',
    [
      [1_500, 400],
      [6_450, 20],
    ],
    true,
  ],
  [
    'that has not been long for five seconds',
    [
      [1_500, 400],
      [6_600, 20],
      [6_650, 200],
    ],
    false,
  ],
])('a queue %s is one that stands, or is not', (_queue, measured, isStanding) => {
  expect(after(...measured).isStanding).toBe(isStanding);
});

test('a process that was stopped for a minute has no queue that stands', () => {
  const queue = after([1_000, 0]);
  queue.note(60_000, 61_050);
  queue.note(0, 61_100);
  expect(queue.isStanding).toBe(false);
});
