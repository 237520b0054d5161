import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepKeysAhead } from './keys-ahead.ts';
import { fakeLine } from './testing/fake-line.ts';
import { gatherDigits } from './verbs/gather-digits.ts';
import { play } from './verbs/play.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const WORDS = new Int16Array(SECOND);

test('keys that come while nothing listens are told in their order to what listens next, each to one', async () => {
  const caller = fakeLine();
  const line = keepKeysAhead(caller.line);
  for (const key of '203') caller.press(key);
  await vi.advanceTimersByTimeAsync(4_000);

  expect(await play(line, WORDS, '123')).toEqual({ key: '2' });
  expect(await gatherDigits(line, { most: 2, endKeys: '', withinMs: 1000 })).toBe('03');

  const words = play(line, WORDS, '23');
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(await words).toBe('finished');
});

test('keys that came too long ago count no more, nor does the seventeenth that waits', async () => {
  const caller = fakeLine();
  const line = keepKeysAhead(caller.line);
  caller.press('1');
  await vi.advanceTimersByTimeAsync(5_000);
  for (const key of '0123456789ABCDEFG') caller.press(key);

  const gathered = gatherDigits(line, { most: 20, endKeys: '', withinMs: 1000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await gathered).toBe('0123456789ABCDEF');
});

test('a key that comes while something listens is told at once, and no second time', async () => {
  const caller = fakeLine();
  const line = keepKeysAhead(caller.line);
  const words = play(line, WORDS, '1');
  caller.press('1');
  expect(await words).toEqual({ key: '1' });

  const gathered = gatherDigits(line, { most: 1, endKeys: '', withinMs: 1000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await gathered).toBe('');
});
