import { answerRequests, keepToken, storage } from '../testing/browser-stand-ins.ts';
import type { Overview } from '@farline/contracts/overview';
import { beforeEach, expect, test, vi } from 'vitest';
import { askOverview, forgetOverview, overviewPosition, partUnderWay } from './overview.ts';
import { contactNamesQuery, queryClient, usageQuery } from './queries.ts';
import { checkSession, useSession } from './session.ts';

const MINUTE_MS = 60_000;
const user = { id: 'a', firstName: 'Ada', timeZone: 'UTC', language: 'en' };
const usage = { balance: 1 };
const overview = { position: 7, user, usage, contactNames: { names: [] } };
const early = (token: string, reply: unknown) =>
  Object.assign(globalThis, { farlineOverview: { token, reply: Promise.resolve(reply as Overview) } });

beforeEach(() => {
  storage.clear();
  forgetOverview();
  queryClient.clear();
  keepToken("Ada's", 10 * MINUTE_MS);
  vi.stubGlobal('location', { pathname: '/dashboard' });
});

test('one answer says who is here, fills the page, and tells where live push goes on', async () => {
  const requests = answerRequests({ status: 200, body: overview });
  await checkSession();
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/overview']);
  expect(useSession.getState()).toMatchObject({ status: 'signed-in', user });
  expect(queryClient.getQueryData(usageQuery.queryKey)).toEqual(usage);
  expect(queryClient.getQueryData(contactNamesQuery.queryKey)).toEqual([]);
  expect(await overviewPosition()).toBe(7);
});

test('what asks for its part meanwhile waits for that answer, and afterwards asks for itself', async () => {
  const requests = answerRequests({ status: 200, body: overview }, { status: 200, body: { balance: 2 } });
  const asked = askOverview();
  expect(await queryClient.fetchQuery(usageQuery)).toEqual(usage);
  await asked;
  expect(await partUnderWay('usage')).toBeUndefined();
  expect(await queryClient.fetchQuery({ ...usageQuery, staleTime: 0 })).toEqual({ balance: 2 });
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/overview', '/api/v1/billing/usage']);
});

test('a part that is left out is asked of its own route', async () => {
  const requests = answerRequests({ status: 200, body: { position: 7, user } }, { status: 200, body: usage });
  await checkSession();
  expect(await queryClient.fetchQuery(usageQuery)).toEqual(usage);
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/overview', '/api/v1/billing/usage']);
});

test('what the document asked early is not asked again, once, and only with the token that is still there', async () => {
  early("Ada's", overview);
  const requests = answerRequests({ status: 200, body: { ...overview, position: 8 } }, { status: 200, body: overview });
  expect((await askOverview()).position).toBe(7);
  expect((await askOverview()).position).toBe(8);
  early("somebody else's", { ...overview, user: { ...user, id: 'b' } });
  expect((await askOverview()).user.id).toBe('a');
  expect(requests).toHaveLength(2);
});

test('a server without an overview is asked who is here; a refused token ends the session', async () => {
  answerRequests({ status: 404 }, { status: 200, body: { user } });
  await checkSession();
  expect(useSession.getState().status).toBe('signed-in');
  answerRequests({ status: 401 });
  await checkSession();
  expect(useSession.getState().status).toBe('signed-out');
  expect(await overviewPosition()).toBeUndefined();
});
