import { answerRequests, keepToken, storage, type Request } from '../testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api-client.ts';
import { keepSessionFresh, refreshSession } from './refresh-session.ts';

const MINUTE_MS = 60_000;
const ok = { status: 200, body: {} };

/** A token as the server signs it, for a quarter of an hour by the server's clock. */
function signedAt(serverMs: number): { token: string; expiresAt: string } {
  const iat = Math.floor(serverMs / 1000);
  const claims = Buffer.from(JSON.stringify({ sub: 'ada', iat, exp: iat + 900 })).toString('base64url');
  return { token: `head.${claims}.signature`, expiresAt: new Date((iat + 900) * 1000).toISOString() };
}

const renewedTo = (reply: object) => ({ status: 200, body: reply });
const lines = (requests: Request[]) => requests.map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`);
const bearers = (requests: Request[]) =>
  requests.map(({ headers }) => headers['authorization']?.slice('Bearer '.length));

beforeEach(() => storage.clear());
afterEach(() => vi.useRealTimers());

test('where the computer’s clock is slow a token is renewed before its end all the same', async () => {
  const noon = Date.now();
  const atServer = (ms: number) => noon + 2 * MINUTE_MS + ms;
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
  keepToken('old', -1);
  const next = signedAt(atServer(14.5 * MINUTE_MS));
  const requests = answerRequests(renewedTo(signedAt(atServer(0))), ok, renewedTo(next), ok);
  await api('GET /billing/usage');
  vi.setSystemTime(noon + 14.5 * MINUTE_MS);
  await refreshSession();
  await api('GET /billing/usage');
  expect(lines(requests)).toEqual([
    'POST /auth/refresh',
    'GET /billing/usage',
    'POST /auth/refresh',
    'GET /billing/usage',
  ]);
  expect(bearers(requests).at(-1)).toBe(next.token);
});

test('where the computer’s clock is fast a token is renewed as seldom as anywhere', async () => {
  const noon = Date.now();
  vi.useFakeTimers({ now: noon });
  keepToken('old', -1);
  const requests = answerRequests(renewedTo(signedAt(noon - 60 * MINUTE_MS)), ok, ok);
  await api('GET /billing/usage');
  const stop = keepSessionFresh();
  await vi.advanceTimersByTimeAsync(13 * MINUTE_MS);
  await api('GET /billing/usage');
  stop();
  expect(lines(requests)).toEqual(['POST /auth/refresh', 'GET /billing/usage', 'GET /billing/usage']);
});
