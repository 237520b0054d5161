import { createHmac } from 'node:crypto';
import {
  activeReply,
  type Call,
  calculateCostReply,
  callReply,
  historyReply,
  initiateReply,
  problem,
  statsReply,
  webrtcTokenReply,
} from '@farline/contracts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { confirmSignUp } from '../../testing/confirm-sign-up.ts';
import { testApp } from '../../testing/test-app.ts';

const { origin, database } = await testApp({
  FARLINE_TRIAL_CREDIT: '2.00',
  FARLINE_ICE_SERVERS: 'stun:stun.example.org,turn:ada:secret@turn.example.org',
});
const TO = '+44 7700 900123';

type Customer = { token: string; userId: string; accountId: string };
let ada: Customer;
let bob: Customer;
beforeAll(async () => {
  ada = await signUp();
  bob = await signUp();
});

async function signUp(): Promise<Customer> {
  const answer = await fetch(`${origin}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${newId()}@example.org`,
      password: 'Analytical1843',
    }),
  });
  const { token, user } = z
    .object({ token: z.string(), user: z.object({ id: z.string() }) })
    .parse(await answer.json());
  await confirmSignUp(database, user.id);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts.user where id = ${user.id}`.execute(database);
  return { token, userId: user.id, accountId: rows[0]?.account_id ?? '' };
}

async function ask(method: string, path: string, sent: { as?: Customer; body?: unknown; key?: string } = {}) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(sent.as === undefined ? {} : { authorization: `Bearer ${sent.as.token}` }),
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

async function initiate(as: Customer, body: object = { to: TO }) {
  return initiateReply.parse((await ask('POST', '/calls/initiate', { as, body })).body);
}

test('initiate gives the call, its quote and what the phone needs, and takes no hold', async () => {
  const { status, body } = await ask('POST', '/calls/initiate', { as: ada, body: { to: TO } });

  expect(status).toBe(201);
  const { call, quote, placement } = initiateReply.parse(body);
  expect(call).toMatchObject({ to: '+447700900123', status: 'initiated', duration: 0, cost: null, reason: null });
  expect(call.destination).toMatchObject({ countryCode: 'GB', kind: 'mobile' });
  expect(call.from).toMatch(/^\+999/);
  expect(quote.talkSeconds).toBeGreaterThan(0);
  expect(placement).toMatchObject({
    uri: 'sip:+447700900123@farline.local',
    header: { name: 'X-Farline-Call', value: call.id },
  });
  const { rows } = await sql`select from ledger.hold where cause_id = ${call.id}`.execute(database);
  expect(rows).toHaveLength(0);
});

test('the echo test is free for everyone', async () => {
  const { call, quote } = await initiate(ada, { to: '*43' });

  expect(call.destination.kind).toBe('echo');
  expect(quote.talkSeconds).toBeNull();
});

test('a national number is read in the country that comes with it', async () => {
  expect((await initiate(ada, { to: '07700 900123', defaultCountry: 'gb' })).call.to).toBe('+447700900123');
});

test('a call is placed at the price that was shown or a lower one, and refused where it has gone up since', async () => {
  const shown = calculateCostReply.parse(
    (await ask('POST', '/calls/calculate-cost', { as: ada, body: { to: TO, duration: 60 } })).body,
  ).terms;
  const at = async (perMinute: string) => {
    const terms = { ...shown, perMinute: { ...shown.perMinute, amount: perMinute } };
    return await ask('POST', '/calls/initiate', { as: ada, body: { to: TO, terms } });
  };

  expect((await at(shown.perMinute.amount)).status).toBe(201);
  expect((await at('9.0000')).status).toBe(201);
  expect(await at('0.0001')).toMatchObject({ status: 409, body: { code: 'price_changed' } });
});

test('a caller id of nobody, or of somebody else, is refused', async () => {
  const theirs = (await initiate(bob)).call.from;
  for (const from of ['+14155550100', theirs, 'nonsense']) {
    const { status, body } = await ask('POST', '/calls/initiate', { as: ada, body: { to: TO, from } });
    expect(status).toBe(403);
    expect(problem.parse(body).code).toBe('caller_id_not_allowed');
  }
});

test('a number of the account may be shown, however it is written', async () => {
  const own = (await initiate(ada)).call.from ?? '';
  const written = `${own.slice(0, 4)} ${own.slice(4, 8)}-${own.slice(8)}`;

  expect((await initiate(ada, { to: TO, from: written })).call.from).toBe(own);
});

test.each([
  ['', 400],
  ['112', 422],
  ['+999', 422],
  ['not a number', 422],
])('the number %j is refused with a sentence', async (to, expected) => {
  const { status, body } = await ask('POST', '/calls/initiate', { as: ada, body: { to } });

  expect(status).toBe(expected);
  expect(problem.parse(body).errors?.['to']).toMatch(/\w+ \w+/);
});

test('a balance that does not pay the first increment is out of credit', async () => {
  const poor = await signUp();
  await sql`select ledger.place_hold(${newId()}, wallet.id, 2000000, 1990000, 'test', ${newId()}, now())
    from ledger.wallet where account_id = ${poor.accountId}`.execute(database);

  const { status, body } = await ask('POST', '/calls/initiate', { as: poor, body: { to: TO } });

  expect(status).toBe(402);
  expect(problem.parse(body).code).toBe('out_of_credit');
});

test('a repeated initiate with its Idempotency-Key is one call', async () => {
  const key = newId();
  const first = await ask('POST', '/calls/initiate', { as: ada, body: { to: TO }, key });
  const second = await ask('POST', '/calls/initiate', { as: ada, body: { to: TO }, key });
  const other = await ask('POST', '/calls/initiate', { as: ada, body: { to: '+4420 7946 0000' }, key });

  expect(second).toEqual(first);
  expect(other.status).toBe(409);
});

test("somebody else's call, an unknown one and what is no id are all not found", async () => {
  const theirs = (await initiate(bob)).call.id;
  for (const id of [theirs, newId(), 'not-an-id']) {
    for (const [method, path, body] of [
      ['GET', `/calls/${id}`, undefined],
      ['POST', `/calls/${id}/end`, {}],
      ['PATCH', `/calls/${id}/status`, { status: 'completed' }],
    ] as const) {
      const answer = await ask(method, path, { as: ada, body });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  }
  expect(callReply.parse((await ask('GET', `/calls/${theirs}`, { as: bob })).body).call.status).toBe('initiated');
});

test('ending a call that was not placed cancels it; then it is no longer active', async () => {
  const cara = await signUp();
  const { call } = await initiate(cara);
  expect(activeReply.parse((await ask('GET', '/calls/active', { as: cara })).body).call?.id).toBe(call.id);

  const { status, body } = await ask('POST', `/calls/${call.id}/end`, { as: cara });

  expect(status).toBe(200);
  expect(callReply.parse(body).call).toMatchObject({
    status: 'cancelled',
    reason: 'cancelled',
    reasonText: expect.stringContaining('cancelled'),
    cost: { amount: '0.0000', currency: 'USD' },
  });
  expect(activeReply.parse((await ask('GET', '/calls/active', { as: cara })).body).call).toBeNull();
});

test('a client may not take an ended call backwards', async () => {
  const { call } = await initiate(ada);
  await ask('PATCH', `/calls/${call.id}/status`, { as: ada, body: { status: 'cancelled' } });

  const back = await ask('PATCH', `/calls/${call.id}/status`, { as: ada, body: { status: 'ringing' } });
  const wrong = await ask('PATCH', `/calls/${call.id}/status`, { as: ada, body: { status: 'asleep' } });

  expect(back).toMatchObject({ status: 409, body: { code: 'status_goes_backwards' } });
  expect(wrong).toMatchObject({ status: 400, body: { errors: { status: expect.any(String) } } });
});

test('history gives the calls of the account, newest first, a page at a time', async () => {
  const dora = await signUp();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await initiate(dora)).call.id);

  const page = async (query: string) =>
    historyReply.parse((await ask('GET', `/calls/history${query}`, { as: dora })).body);
  const idsOf = (calls: Call[]) => calls.map((call) => call.id);

  expect(await page('')).toMatchObject({ page: 1, limit: 20, total: 5 });
  expect(idsOf((await page('')).calls)).toEqual(ids);
  expect(idsOf((await page('?page=2&limit=2')).calls)).toEqual(ids.slice(2, 4));
  expect((await page('?page=9&limit=2')).calls).toEqual([]);
  expect((await ask('GET', '/calls/history?limit=0', { as: dora })).status).toBe(400);
  expect((await ask('GET', '/calls/history?page=one', { as: dora })).status).toBe(400);
});

test('stats count what was placed, answered and paid, beside the period before', async () => {
  const ella = await signUp();
  const { call } = await initiate(ella);
  const unplaced = await initiate(ella);
  await sql`update calls.call set state = 'ended', authorised_at = initiated_at, answered_at = initiated_at,
      ended_at = initiated_at + interval '90 seconds', granted_seconds = 180, answered_seconds = 90,
      cost_micros = 30000, is_paid_by_trial = false, reason = 'hangup_caller', ended_by = 'caller' where id = ${call.id}`.execute(
    database,
  );

  for (const period of ['day', 'week', 'month', 'year']) {
    const stats = statsReply.parse((await ask('GET', `/calls/stats?period=${period}`, { as: ella })).body);
    expect(stats.current).toEqual({
      calls: 1,
      answered: 1,
      answeredSeconds: 90,
      averageSeconds: 90,
      cost: { amount: '0.0300', currency: 'USD' },
    });
    expect(stats.previous).toMatchObject({ calls: 0, averageSeconds: null });
  }
  expect(statsReply.parse((await ask('GET', '/calls/stats', { as: ella })).body).period).toBe('month');
  expect((await ask('GET', '/calls/stats?period=age', { as: ella })).status).toBe(400);
  expect(unplaced.call.status).toBe('initiated');
});

test('the phone gets SIP credentials for ten minutes, and the WebSocket of the host that it asked', async () => {
  const before = Date.now();
  const token = webrtcTokenReply.parse((await ask('GET', '/calls/webrtc-token', { as: ada })).body);

  const [expiry, user] = token.username.split(':');
  expect(user).toBe(ada.userId);
  expect(Number(expiry) * 1000 - before).toBeGreaterThan(590_000);
  expect(Number(expiry) * 1000 - before).toBeLessThan(605_000);
  const secret = 'another secret of a test, long enough';
  expect(token.password).toBe(createHmac('sha1', secret).update(token.username).digest('base64'));
  expect(token).toMatchObject({
    realm: 'farline.local',
    uri: `sip:${ada.userId}@farline.local`,
    websocketUrl: 'ws://127.0.0.1:4002/',
    lastsSeconds: 600,
    iceServers: [
      { urls: ['stun:stun.example.org'] },
      { urls: ['turn:turn.example.org'], username: 'ada', credential: 'secret' },
    ],
  });
});

test('the cost of a call is the same for everyone; how long it lasts only for who is signed in', async () => {
  const body = { to: TO, duration: 61 };
  const stranger = calculateCostReply.parse((await ask('POST', '/calls/calculate-cost', { body })).body);
  const known = calculateCostReply.parse((await ask('POST', '/calls/calculate-cost', { as: ada, body })).body);

  expect(known.price).toEqual(stranger.price);
  expect(stranger.talkSeconds).toBeNull();
  expect(known.talkSeconds).toBeGreaterThan(0);
  expect(Number(stranger.price.amount)).toBe(stranger.cost);
});
