import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { createOverload } from './overload.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('what waits while the server starts refuses nobody; from then on it does', () => {
  const overload = createOverload({
    targetMs: 50,
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    random: () => 0,
  });
  const isAdmitted = () => overload.admit({ precedence: 'deferrable', owner: 'ada' }).admitted;
  overload.lines.database.join();
  vi.advanceTimersByTime(3_000);
  expect(isAdmitted()).toBe(true);

  overload.start();
  expect(isAdmitted()).toBe(true);
  vi.advanceTimersByTime(3_000);
  expect(isAdmitted()).toBe(false);
  overload.stop();
});
