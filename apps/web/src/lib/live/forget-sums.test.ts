import '../testing/browser-stand-ins.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../session/queries.ts';
import { forgetSums } from './forget-sums.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

test('sums that lag behind what they are of are asked for once more, however much ended meanwhile', async () => {
  let asked = 0;
  const options = { queryKey: ['insight', 'person', '+447700900123'], queryFn: () => Promise.resolve((asked += 1)) };
  const stop = new QueryObserver(queryClient, options).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toBe(1);

  forgetSums();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toBe(2);
  forgetSums();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toBe(3);

  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(4);
  stop();
});
