import { answerRequests, keepToken, storageEvent } from '../testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from './queries.ts';
import { api } from '../api/api-client.ts';
import { readToken } from '../api/session-token.ts';
import { useToaster } from '../page/toaster.ts';
import { checkSession, onSessionRefused, signOut, useSession } from './session.ts';

const MINUTE_MS = 60_000;
const ada = { id: 'a', firstName: 'Ada', timeZone: 'UTC', language: 'en' } as User;
const bob = { id: 'b', firstName: 'Bob', timeZone: 'UTC', language: 'en' } as User;

const whoIsHere = () => {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.user.firstName : session.status;
};

beforeEach(async () => {
  keepToken("Ada's", 10 * MINUTE_MS);
  answerRequests({ status: 200, body: { user: ada } });
  await checkSession();
  queryClient.setQueryData(['usage'], { balance: 1 });
});

test('a tab that slept while another person signed in in another one shows that person, and nothing of the first', async () => {
  const requests = answerRequests({ status: 200, body: { user: bob } });
  // What another tab did is told one after the other when this one wakes; the storage is as it is in the end.
  keepToken("Bob's", 10 * MINUTE_MS);
  storageEvent({ key: 'farline.token', newValue: null });
  expect(whoIsHere()).toBe('signed-out');
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();

  storageEvent({ key: 'farline.token', newValue: "Bob's" });
  await expect.poll(whoIsHere).toBe('Bob');
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual(["Bearer Bob's"]);
});

test('a token that another tab refreshed changes nothing', () => {
  keepToken("Ada's next", 10 * MINUTE_MS);
  storageEvent({ key: 'farline.token', newValue: "Ada's next" });
  expect(whoIsHere()).toBe('Ada');
  expect(queryClient.getQueryData(['usage'])).toEqual({ balance: 1 });
});

test("a 401 under somebody's hands leads them to sign in, of whatever call it is; a sign-out in another tab does not", async () => {
  const led: string[] = [];
  onSessionRefused(() => void led.push(whoIsHere()));
  keepToken("Ada's", 10 * MINUTE_MS);
  storageEvent({ key: 'farline.token', newValue: null });
  expect([whoIsHere(), ...led]).toEqual(['signed-out']);

  keepToken("Ada's", 10 * MINUTE_MS);
  answerRequests({ status: 200, body: { user: ada } }, { status: 401 });
  await checkSession();
  await expect(api('GET /rates/countries')).rejects.toMatchObject({ status: 401 });
  expect(led).toEqual(['signed-out']);

  keepToken("Ada's", 10 * MINUTE_MS);
  answerRequests({ status: 200, body: { user: ada } }, { status: 401 });
  await checkSession();
  keepToken("Ada's", 1);
  await expect(api('GET /rates/countries')).rejects.toMatchObject({ status: 401 });
  expect(led).toEqual(['signed-out', 'signed-out']);
});

test('a token that is refused as the page is opened leads nowhere: whoever comes is a visitor', async () => {
  const led: string[] = [];
  onSessionRefused(() => void led.push(whoIsHere()));
  storageEvent({ key: 'farline.token', newValue: null });
  keepToken("Ada's last", 10 * MINUTE_MS);
  answerRequests({ status: 401 });
  await checkSession();
  expect([whoIsHere(), ...led]).toEqual(['signed-out']);
});

test.each([400, 403, 404, 429, 503])(
  'an answer of %i as the page is opened signs nobody out: the token is kept and asked about again',
  async (status) => {
    storageEvent({ key: 'farline.token', newValue: null });
    keepToken("Ada's", 10 * MINUTE_MS);
    answerRequests({ status });
    await checkSession();
    expect([whoIsHere(), readToken()?.token]).toEqual(['unreachable', "Ada's"]);

    answerRequests({ status: 200, body: { user: ada } });
    await checkSession();
    expect(whoIsHere()).toBe('Ada');
  },
);

test('what is refused while somebody signs out leads nobody to sign in again', async () => {
  const led: string[] = [];
  onSessionRefused(() => void led.push(whoIsHere()));
  const toaster = useToaster.getState();
  answerRequests({ status: 401 }, { status: 204 });
  const asked = api('GET /rates/countries');
  await Promise.allSettled([asked, signOut()]);

  expect([whoIsHere(), ...led]).toEqual(['signed-out']);
  expect(useToaster.getState()).toEqual(toaster);
});
