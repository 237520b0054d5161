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

test.each(['calls', 'messages'] as const)(
  'sums of %s that lag behind what they are of are asked for once more, however much ended meanwhile',
  async (of) => {
    let asked = 0;
    const options = { queryKey: ['insight', 'person', '+447700900123'], queryFn: () => Promise.resolve((asked += 1)) };
    const stop = new QueryObserver(queryClient, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toBe(1);

    forgetSums(of);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toBe(2);
    forgetSums(of);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toBe(3);

    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(4);
    stop();
  },
);

test('what messages came to says nothing of the charts of calls', () => {
  const [calls, messages] = [
    ['insight', { from: '2026-01-01' }],
    ['insight', 'messages', { from: '2026-01-01' }],
  ];
  for (const key of [calls, messages]) queryClient.setQueryData(key, 0);
  forgetSums('messages');
  expect([calls, messages].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([false, true]);
});
