import { answerRequests, keepToken, storage } from '../testing/browser-stand-ins.ts';
import { beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { api, onSessionEnd } from './api-client.ts';
import type { RequestParts, RouteName } from './api-routes.ts';
import { fetchFile, RequestError, sentenceOf } from './http.ts';
import { refreshSession } from './refresh-session.ts';

const MINUTE_MS = 60_000;
const sessionEnded = vi.fn<() => void>();

beforeEach(() => {
  storage.clear();
  sessionEnded.mockClear();
  onSessionEnd(sessionEnded);
});

test('a request carries the stored token and its query', async () => {
  keepToken('good', 10 * MINUTE_MS);
  const requests = answerRequests({ status: 200, body: { calls: [] } });
  await api('GET /calls/history', { query: { page: 2, limit: 20 } });
  expect(requests).toMatchObject([
    { method: 'GET', url: '/api/v1/calls/history?page=2&limit=20', headers: { authorization: 'Bearer good' } },
  ]);
});

test('cookies go to the API wherever it is: across origins a session is renewed too', async () => {
  const requests = answerRequests({ status: 200 }, { status: 200 });
  await api('GET /billing/usage');
  await fetchFile('/calls/export.csv', {});
  expect(requests.map(({ credentials }) => credentials)).toEqual(['include', 'include']);
});

test('an id stands in the path, whatever it holds', async () => {
  const requests = answerRequests({ status: 200, body: {} });
  await api('GET /calls/{id}', { id: 'a/b' });
  expect(requests[0]?.url).toBe('/api/v1/calls/a%2Fb');
});

test('what starts a call has a key of its own, and a repeated intent the same one', async () => {
  const requests = answerRequests({ status: 200 }, { status: 200 }, { status: 200 });
  await api('POST /calls/initiate', { body: { to: '+447700900123' } });
  await api('POST /calls/initiate', { body: { to: '+447700900123' } });
  await api('POST /calls/initiate', { body: { to: '+447700900123' }, idempotencyKey: 'one intent' });
  const keys = requests.map((request) => request.headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe('one intent');
});

test('a key that is given is sent, whatever the route', async () => {
  const requests = answerRequests({ status: 200 }, { status: 200 }, { status: 200 });
  const body = { planId: 'plus', dueNow: '5.00' };
  await api('POST /billing/subscription', { body, idempotencyKey: 'one change' });
  await api('POST /calls/{id}/transfer', { id: 'c1', body: { to: '+447700900123' }, idempotencyKey: 'one transfer' });
  await api('GET /billing/usage');
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['one change', 'one transfer', undefined]);
});

test('what moves money, sends a message or adds to a list is not even written without its key', () => {
  type KeyOf<Name extends RouteName> = RequestParts<Name>['idempotencyKey'];
  expectTypeOf<KeyOf<'POST /billing/subscription'>>().toEqualTypeOf<string>();
  expectTypeOf<KeyOf<'POST /billing/add-funds'>>().toEqualTypeOf<string>();
  expectTypeOf<KeyOf<'POST /messages'>>().toEqualTypeOf<string>();
  expectTypeOf<KeyOf<'POST /contacts'>>().toEqualTypeOf<string>();
  expectTypeOf<KeyOf<'POST /calls/initiate'>>().toEqualTypeOf<string | undefined>();
});

test("a failure shows the server's message, with its code and the sentence of each field", async () => {
  const problem = { message: 'This number is too short.', code: 'number_too_short', errors: { to: 'Too short.' } };
  answerRequests({ status: 422, body: problem });
  const error = await api('POST /calls/initiate', { body: { to: '1' } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({
    message: problem.message,
    serverMessage: problem.message,
    code: problem.code,
    fieldErrors: problem.errors,
  });
});

test("without the server's message the client's own is shown", async () => {
  answerRequests({ fails: new DOMException('', 'TimeoutError') }, { fails: new TypeError('fetch failed') });
  const timeout = await api('GET /rates/countries').catch((thrown: unknown) => thrown);
  expect(sentenceOf(timeout)).toBe('Farline didn’t answer within 30 seconds. Please try again.');
  const network = await api('GET /rates/countries').catch((thrown: unknown) => thrown);
  expect(sentenceOf(network)).toMatch(/^No connection to Farline/);
});

test('where nobody says anything it is an unexpected error', async () => {
  answerRequests({ status: 500 });
  const error = await api('GET /rates/countries').catch((thrown: unknown) => thrown);
  expect(sentenceOf(error)).toBe('An unexpected error occurred');
  expect(sentenceOf(undefined)).toBe('An unexpected error occurred');
});

test('a body that breaks off is no answer, not an empty success', async () => {
  const brokenOff = async () => await Promise.reject(new TypeError('terminated'));
  vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, text: brokenOff }));
  await expect(api('GET /rates/countries')).rejects.toMatchObject({ outcome: 'network' });
});

test('a 401 removes the token and ends the session', async () => {
  keepToken('revoked', 10 * MINUTE_MS);
  answerRequests({ status: 401, body: { message: 'Please sign in to continue.', code: 'unauthorized' } });
  await expect(api('GET /billing/usage')).rejects.toMatchObject({ status: 401 });
  expect(storage.has('farline.token')).toBe(false);
  expect(sessionEnded).toHaveBeenCalledOnce();
});

test('a wrong password at sign-in ends no session', async () => {
  keepToken('of another tab', 10 * MINUTE_MS);
  const requests = answerRequests({ status: 401, body: { message: 'Wrong email or password.', code: 'wrong' } });
  await expect(api('POST /auth/login', { body: { email: 'a@b.cd', password: 'secret' } })).rejects.toThrow(
    'Wrong email or password.',
  );
  expect(requests[0]?.headers['authorization']).toBeUndefined();
  expect(storage.get('farline.token')).toBe('of another tab');
  expect(sessionEnded).not.toHaveBeenCalled();
});

test('a token that has ended is refreshed before the request', async () => {
  keepToken('old', -1);
  const expiresAt = new Date(Date.now() + 15 * MINUTE_MS).toISOString();
  const requests = answerRequests({ status: 200, body: { token: 'new', expiresAt } }, { status: 200, body: {} });
  await api('GET /billing/usage');
  expect(requests.map(({ method, url, headers }) => [method, url, headers['authorization']])).toEqual([
    ['POST', '/api/v1/auth/refresh', 'Bearer old'],
    ['GET', '/api/v1/billing/usage', 'Bearer new'],
  ]);
});

test('requests at the same time refresh once', async () => {
  keepToken('old', -1);
  const expiresAt = new Date(Date.now() + 15 * MINUTE_MS).toISOString();
  const ok = { status: 200, body: {} };
  const requests = answerRequests({ status: 200, body: { token: 'new', expiresAt } }, ok, ok);
  await Promise.all([api('GET /billing/usage'), api('GET /calls/active')]);
  expect(requests.filter(({ url }) => url.endsWith('/auth/refresh'))).toHaveLength(1);
});

test('a refused refresh ends the session; no network keeps it', async () => {
  keepToken('old', -1);
  answerRequests({ fails: new TypeError('fetch failed') });
  await expect(api('GET /billing/usage')).rejects.toMatchObject({ outcome: 'network' });
  expect(storage.get('farline.token')).toBe('old');

  answerRequests({ status: 401, body: { message: 'Please sign in to continue.', code: 'unauthorized' } });
  await expect(api('GET /billing/usage')).rejects.toMatchObject({ status: 401 });
  expect(storage.has('farline.token')).toBe(false);
  expect(sessionEnded).toHaveBeenCalledOnce();
});

test.each([
  ['has left', undefined],
  ['has given way to somebody else', 'of another'],
])('a refresh that is answered once its person %s changes nothing', async (_how, next) => {
  for (const answer of [
    () => Response.json({ token: 'new', expiresAt: new Date(Date.now() + 15 * MINUTE_MS).toISOString() }),
    () => Response.json({ message: 'Please sign in to continue.', code: 'unauthorized' }, { status: 401 }),
  ]) {
    keepToken('old', -1);
    let come: (answered: Response) => void = () => undefined;
    const asked = vi.fn<() => Promise<Response>>(async () => await new Promise((answered) => (come = answered)));
    vi.stubGlobal('fetch', asked);
    const refreshed = refreshSession().catch((refused: unknown) => refused);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    storage.clear();
    if (next !== undefined) keepToken(next, 10 * MINUTE_MS);
    come(answer());
    await refreshed;
    expect(storage.get('farline.token')).toBe(next);
  }
  expect(sessionEnded).not.toHaveBeenCalled();
});
