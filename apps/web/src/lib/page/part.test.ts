import '../testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPart, PartMissing, whenThere } from './part.ts';

let goOnline: () => void = () => undefined;
vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
  if (type === 'online') goOnline = listener;
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A script that is there from its attempt so and so on. */
function scriptFrom(attempt: number) {
  const fetch = vi.fn<() => Promise<string>>(async () => {
    if (fetch.mock.calls.length < attempt) throw new TypeError('Failed to fetch');
    return 'script';
  });
  return fetch;
}

test('a part is fetched once, however many want it, and stays', async () => {
  const fetch = scriptFrom(1);
  const part = createPart(fetch);
  expect(part.read()).toEqual({ is: 'coming' });
  expect(await Promise.all([part.load(), part.load()])).toEqual(['script', 'script']);
  expect(await part.load()).toBe('script');
  expect(part.read()).toEqual({ is: 'there', value: 'script' });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a part that could not be had is had by whoever asks again', async () => {
  const part = createPart(scriptFrom(2));
  await expect(part.load()).rejects.toThrow(PartMissing);
  expect(part.read()).toEqual({ is: 'missing' });
  expect(await part.load()).toBe('script');
  expect(part.read()).toEqual({ is: 'there', value: 'script' });
});

test('a part that could not be had is asked for again by itself, seldomer each time and not for ever', async () => {
  const fetch = scriptFrom(Number.POSITIVE_INFINITY);
  const part = createPart(fetch);
  await expect(part.load()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(fetch).toHaveBeenCalledTimes(11);
});

test('and as soon as the network is back, however long it was away', async () => {
  const fetch = scriptFrom(13);
  const part = createPart(fetch);
  await part.load().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(part.read()).toEqual({ is: 'missing' });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(part.read()).toEqual({ is: 'there', value: 'script' });
  goOnline();
  expect(fetch).toHaveBeenCalledTimes(13);
});

test('what waits for a part goes on once, when it is there, unless it is cancelled before', async () => {
  const part = createPart(scriptFrom(3));
  const [kept, cancelled] = [vi.fn<(script: string) => void>(), vi.fn<(script: string) => void>()];
  whenThere(part, kept);
  whenThere(part, cancelled)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.mock.calls).toEqual([['script']]);
  expect(cancelled).not.toHaveBeenCalled();
  whenThere(part, kept);
  await vi.advanceTimersByTimeAsync(0);
  expect(kept).toHaveBeenCalledTimes(2);
});
