import { storage, answerRequests, keepToken } from '../testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSessionFresh } from './refresh-session.ts';
import { readToken } from './session-token.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

let stop: () => void = () => undefined;
/** What the page was told to hear, by its name. */
let heard: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  heard = new Map();
  const addEventListener = (name: string, listener: () => void): void => void heard.set(name, listener);
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: {},
    visibilityState: 'visible',
    addEventListener,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('addEventListener', addEventListener);
  // One tab alone: nobody else holds the lock.
  vi.stubGlobal('navigator', {});
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** The answer to a refresh at a time: a token for another quarter of an hour. */
const renewed = (token: string, inMs: number) => ({
  status: 200,
  body: { token, expiresAt: new Date(Date.now() + inMs + QUARTER_MS).toISOString() },
});
const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
/** The machine sleeps: its clock goes on, and its timers do not. */
const sleep = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

test('a session is renewed a minute before its token ends, time after time, and not before', async () => {
  keepToken('first', QUARTER_MS);
  const requests = answerRequests(renewed('second', 14 * MINUTE_MS), renewed('third', 28 * MINUTE_MS));
  stop = keepSessionFresh();
  await pass(14 * MINUTE_MS - 1_000);
  expect(requests).toEqual([]);
  await pass(2_000);
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/auth/refresh']);
  expect(readToken()?.token).toBe('second');
  await pass(14 * MINUTE_MS);
  expect(requests).toHaveLength(2);
  expect(readToken()?.token).toBe('third');
});

test.each(['visibilitychange', 'online'])('a page that slept past the end is renewed at once by %s', async (event) => {
  keepToken('first', QUARTER_MS);
  const requests = answerRequests(renewed('second', 20 * MINUTE_MS));
  stop = keepSessionFresh();
  sleep(20 * MINUTE_MS);
  heard.get(event)?.();
  await pass(0);
  expect(requests).toHaveLength(1);
  expect(readToken()?.token).toBe('second');
});

test('without a network it tries again after ten seconds, and keeps the token until then', async () => {
  keepToken('first', QUARTER_MS);
  const requests = answerRequests({ fails: new TypeError('fetch failed') }, renewed('second', 15 * MINUTE_MS));
  stop = keepSessionFresh();
  await pass(14 * MINUTE_MS + 1_000);
  expect([requests.length, readToken()?.token]).toEqual([1, 'first']);
  await pass(10_000);
  expect([requests.length, readToken()?.token]).toEqual([2, 'second']);
});

test('a session that is over is renewed no more', async () => {
  keepToken('first', QUARTER_MS);
  const requests = answerRequests({ status: 401, body: { message: 'Please sign in.', code: 'unauthorized' } });
  stop = keepSessionFresh();
  await pass(60 * MINUTE_MS);
  expect([requests.length, readToken()]).toEqual([1, null]);
});
