import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('work that is late, or fails, gives nothing', async () => {
  const late = inTime(async () => await new Promise<boolean>(() => {}), 3_000);
  await vi.advanceTimersByTimeAsync(3_000);

  expect(await late).toBeNull();
  expect(await inTime(async () => await Promise.reject(new Error('refused')), 3_000)).toBeNull();
});

test('work in time gives its result, and leaves no timer behind', async () => {
  expect(await inTime(async () => 42, 3_000)).toBe(42);
  expect(vi.getTimerCount()).toBe(0);
});
