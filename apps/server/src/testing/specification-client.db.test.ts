import { apiRoutes } from '@farline/contracts';
import { beforeAll, expect, test } from 'vitest';
import { confirmSignUp } from './confirm-sign-up.ts';
import { specificationClient } from './specification-client.ts';
import { testApp } from './test-app.ts';

const MINUTE_MS = 60_000;
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
const { database, origin } = await testApp({}, clock);
const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@client.example', phone: '+447700900123' };
const password = 'Analytical1843';

let registered: Record<string, unknown>;
beforeAll(async () => {
  registered = (await specificationClient(origin).begin('/auth/register', { ...person, password })).body;
  await confirmSignUp(database, (registered['user'] as { id: string }).id);
});

test('registering, logging in and the profile bring the user by name, address, phone and plan', async () => {
  const subscription = expect.any(String);
  expect(registered).toMatchObject({ token: expect.any(String), user: { ...person, subscription } });
  const again = specificationClient(origin);
  const { body } = await again.begin('/auth/login', { email: person.email, password });
  expect(body).toMatchObject({ token: expect.any(String), user: { ...person, subscription } });
  expect((await again.patch('/auth/profile', { firstName: 'Augusta' })).error).toBeNull();
  expect((await again.get('/auth/profile')).body).toMatchObject({ user: { firstName: 'Augusta' } });
  expect((await again.patch('/auth/profile', { firstName: 'Ada' })).error).toBeNull();
});

test('the user that the profile gives can be sent back whole, and stays as it is', async () => {
  const one = await signedIn();
  const { user } = (await one.get('/auth/profile')).body;
  expect(user).toMatchObject({ ...person, country: null });
  expect(await one.patch('/auth/profile', user)).toMatchObject({ status: 200, error: null, body: { user } });
  expect((await one.patch('/auth/profile', { country: 'GB' })).body).toMatchObject({ user: { country: 'GB' } });
  expect(await one.patch('/auth/profile', { country: 'Britain' })).toMatchObject({ status: 400 });
});

test('a token that is renewed before its end carries somebody through a day, with no cookie', async () => {
  const all = specificationClient(origin);
  await all.begin('/auth/login', { email: person.email, password });
  const first = all.token;
  for (let renewal = 0; renewal < 8; renewal += 1) {
    nowMs += 14 * MINUTE_MS;
    expect(await all.refresh()).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  }
  expect(all.token).not.toBe(first);
  expect((await all.get('/auth/profile')).status).toBe(200);
});

test('a token that ran out while its person was away for most of an hour is renewed, with no cookie', async () => {
  const away = specificationClient(origin);
  await away.begin('/auth/login', { email: person.email, password });
  nowMs += 60 * MINUTE_MS;
  expect(await away.refresh()).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  expect((await away.get('/auth/profile')).status).toBe(200);
});

test('a session that has ended answers any call with 401: the token is gone, and the person is at /login', async () => {
  const leaving = specificationClient(origin);
  await leaving.begin('/auth/login', { email: person.email, password });
  const { token } = leaving;
  expect((await leaving.post('/auth/logout')).error).toBeNull();
  leaving.token = token;
  expect((await leaving.refresh()).status).toBe(401);
  expect(leaving).toMatchObject({ token: null, page: '/login' });
});

const NOBODY = '00000000-0000-7000-8000-000000000000';
test.each(apiRoutes.filter(({ access }) => access === 'user' || access === 'proved_user').map(({ name }) => name))(
  '%s is answered with 401 to whoever is not signed in, and with a message for a person',
  async (name) => {
    const [method, path = ''] = name.split(' ');
    const answer = await fetch(`${origin}/api/v1${path.replaceAll(/\{\w+\}/g, NOBODY)}`, { method: method ?? '' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w+ \w+/), code: 'unauthorized' });
  },
);

test.each([
  ['/calls/history', { page: '1', limit: '5' }, ['calls']],
  ['/calls/history', {}, ['calls']],
  ['/calls/active', {}, ['call']],
  ['/calls/webrtc-token', {}, []],
  ['/calls/stats', {}, []],
  ['/calls/stats', { period: 'month' }, []],
  ['/rates/countries', {}, ['countries']],
  ['/rates', { countryCode: 'GB' }, ['rates']],
  ['/billing/subscription', {}, []],
  ['/billing/invoices', {}, ['invoices']],
  ['/billing/payment-methods', {}, ['paymentMethods']],
  ['/billing/usage', {}, ['usage', 'balance']],
  ['/billing/plans', {}, ['plans']],
  ['/billing/history', { startDate: '2026-11-01', endDate: '2026-11-30' }, []],
  ['/billing/history', { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-30T23:59:59.999Z' }, []],
  ['/billing/analytics', { period: 'month' }, []],
  ['/auth/health', {}, []],
] as const)('GET %s %j is answered, with %j', async (path, query, keys) => {
  const answer = await (await signedIn()).get(path, query);
  expect(answer.error).toBeNull();
  for (const key of keys) expect(answer.body).toHaveProperty(key);
});

test('balance and usage are numbers, as section 3 has them', async () => {
  const { body } = await (await signedIn()).get('/billing/usage');
  const number = expect.any(Number);
  expect(body).toMatchObject({
    balance: number,
    usage: { currentMonth: { calls: number, sms: number, cost: number } },
  });
});

test('a call is initiated and ended, and stands in the history with the fields of section 3', async () => {
  const caller = await signedIn();
  const { body } = await caller.post('/calls/initiate', { to: '*43' });
  const { id } = body['call'] as { id: string };
  expect((await caller.get('/calls/active')).body).toMatchObject({ call: { id } });
  expect((await caller.get(`/calls/${id}`)).error).toBeNull();
  expect((await caller.post(`/calls/${id}/end`)).body).toMatchObject({ call: { id } });
  expect((await caller.get('/calls/history')).body['calls']).toContainEqual(
    expect.objectContaining({
      id,
      to: '*43',
      startTime: expect.any(String),
      duration: 0,
      status: expect.stringMatching(/^(completed|failed|cancelled)$/),
    }),
  );
});

test('what a call would cost is told of a number and a duration', async () => {
  const { body } = await (await signedIn()).post('/calls/calculate-cost', { to: '+447700900123', duration: 60 });
  expect(body).toMatchObject({ cost: expect.any(Number) });
});

test('a refusal has a message for a person', async () => {
  const wrong = await specificationClient(origin).begin('/auth/login', { email: person.email, password: 'Wrong-1843' });
  expect(wrong).toMatchObject({ status: 401, error: expect.stringMatching(/\w+ \w+/) });
  const funds = await (await signedIn()).post('/billing/add-funds', { amount: 25 });
  expect(funds).toMatchObject({ status: 503, error: expect.stringMatching(/\w+ \w+/) });
});

async function signedIn() {
  const one = specificationClient(origin);
  await one.begin('/auth/login', { email: person.email, password });
  return one;
}
