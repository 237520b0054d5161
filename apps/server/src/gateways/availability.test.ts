import { expect, test } from 'vitest';
import { createAvailability } from './availability.ts';

function availability() {
  const time = { now: 0 };
  const changes: string[] = [];
  const one = createAvailability({ now: () => time.now, random: () => 0, changed: (state) => changes.push(state) });
  return { ...one, time, changes };
}
const failure = { leastMs: 0, why: 'it failed' };

test('each failure lets it rest for longer, a minute at most', () => {
  const { rest, isOpen, time } = availability();
  const rests: number[] = [];
  for (let failures = 0; failures < 9; failures++) {
    rest(failure);
    const from = time.now;
    while (!isOpen()) time.now += 500;
    rests.push((time.now - from) / 1000);
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('what fails side by side fails once, and is told once', () => {
  const { rest, isOpen, time, changes } = availability();
  for (let failures = 0; failures < 50; failures++) rest(failure);
  time.now += 1_000;
  expect(isOpen()).toBe(true);
  expect(changes).toEqual(['unbound']);
});

test('an answer to what was asked before ends no rest that the provider wants', () => {
  const { rest, works, isOpen, time, changes } = availability();
  rest({ leastMs: 30_000, why: 'HTTP 429' });
  works();
  expect(isOpen()).toBe(false);
  time.now += 30_000;
  works();
  works();
  expect(changes).toEqual(['unbound', 'bound']);
});
