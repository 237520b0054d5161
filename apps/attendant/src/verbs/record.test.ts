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
