import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeLine } from '../testing/fake-line.ts';
import { record } from './record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const LOUD_PACKET = new Int16Array(160).fill(5000);
const limits = { mostSeconds: 180, silenceMs: 6000, endKeys: '#' };

test('sound that comes faster than time is not taken', async () => {
  const { line, say } = fakeLine();
  let written = 0;
  const recorded = record(line, { append: (samples) => (written += samples.length) > 0 }, limits);
  const sayThreeMinutes = () => {
    for (let packet = 0; packet < 180 * 50; packet += 1) say(LOUD_PACKET);
  };

  sayThreeMinutes();
  expect(written).toBe(SECOND);
  await vi.advanceTimersByTimeAsync(2000);
  sayThreeMinutes();
  expect(written).toBe(3 * SECOND);
  await line.hangUp();
  expect(await recorded).toEqual({ because: 'over', samples: 3 * SECOND, heardUntil: 3 * SECOND });
});

test('silence while the call is on hold ends nothing', async () => {
  const { line, say, side } = fakeLine();
  let endedAt: number | null = null;
  const recorded = record(line, { append: () => true }, limits).finally(() => (endedAt = performance.now()));
  say(LOUD_PACKET);
  side.isOnHold = true;
  await vi.advanceTimersByTimeAsync(60_000);
  side.isOnHold = false;
  const takenUpAt = performance.now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await recorded).toMatchObject({ because: 'silence' });
  expect((endedAt ?? 0) - takenUpAt).toBeGreaterThan(5_500);
});
