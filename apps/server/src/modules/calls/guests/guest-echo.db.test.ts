import { type CallAsk, guestEchoReply } from '@farline/contracts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { CallDecision } from '../placing/call-decision.ts';
import { guestUser, newGuestCallId } from './guest-call.ts';
import { initiateGuestEcho } from './initiate-guest-echo.ts';
import { answered, callsWorld, ended, failed, notPlaced } from '../testing/calls-world.ts';

describe('at the route', async () => {
  const { origin } = await testApp({ FARLINE_RATE_LIMITS: 'on', FARLINE_TRUST_PROXY: 'on' });
  const ask = async (address: string) =>
    await fetch(`${origin}/api/v1/calls/guest-echo`, { method: 'POST', headers: { 'x-forwarded-for': address } });

  test('a visitor gets credentials and a placement for one call to the echo test', async () => {
    const answer = await ask('192.0.2.1');

    expect(answer.status).toBe(201);
    const { callId, placement, credentials, longestSeconds } = guestEchoReply.parse(await answer.json());
    expect(credentials.username).toMatch(new RegExp(`^\\d+:guest-${callId}$`));
    expect(placement).toMatchObject({
      uri: 'sip:*43@farline.local',
      header: { name: 'X-Farline-Call', value: callId },
    });
    expect(longestSeconds).toBe(60);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a sixth call within an hour from one address is refused with 429 and Retry-After, another address is not', async () => {
    for (let time = 0; time < 5; time++) expect((await ask('192.0.2.2')).status).toBe(201);

    const refused = await ask('192.0.2.2');

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('192.0.2.3')).status).toBe(201);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    for (let host = 1; host <= 5; host++) expect((await ask(`2001:db8:1:2::${host}`)).status).toBe(201);

    expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await ask('2001:db8:1:3::1')).status).toBe(201);
  });
});

describe('at the engine', async () => {
  const { database } = await testDatabase();
  const world = await callsWorld(database);
  const { listener } = world.calls;
  beforeEach(async () => {
    await sql`truncate calls.guest_call, platform.rate_limit`.execute(database);
  });

  const initiate = async (address = '192.0.2.9') => (await initiateGuestEcho(world.deps, { address })).callId;
  const askOf = (callId: string, over: Partial<CallAsk> = {}): CallAsk => ({
    type: 'call.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: world.clock.now().getTime(),
    call: callId,
    user: guestUser(callId),
    dialled: '*43',
    sipCallId: `sip-${callId}`,
    fromTag: `from-${callId}`,
    connection: '127.0.0.1:40001',
    phone: '',
    privacy: '',
    ...over,
  });
  const decide = async (callId: string, over?: Partial<CallAsk>) => await listener.decide(askOf(callId, over));
  const named = (id: string) => ({ id, sipCallId: `sip-${id}`, fromTag: `from-${id}`, toTag: `to-${id}` });
  const reasonOf = (decision: CallDecision) => (decision.decision === 'refuse' ? decision.reason : 'allow');

  test('a guest reaches the echo test for sixty seconds, on one sandbox trunk, without a number', async () => {
    expect(await decide(await initiate())).toMatchObject({
      decision: 'allow',
      grantedSeconds: 60,
      callerId: '',
      trunkCount: 1,
      trunk1Name: 'sandbox-a',
    });
  });

  test.each(['+447700900123', '112', '*44', ''])('a guest does not reach %s', async (dialled) => {
    expect(reasonOf(await decide(await initiate(), { dialled }))).toBe('not_allowed');
  });

  test('a credential is good for its own call alone', async () => {
    const [mine, theirs] = [await initiate('192.0.2.10'), await initiate('192.0.2.11')];

    expect(reasonOf(await decide(theirs, { user: guestUser(mine) }))).toBe('not_allowed');
    expect(reasonOf(await decide(newGuestCallId()))).toBe('not_allowed');
    expect(reasonOf(await decide(mine, { call: '' }))).toBe('not_allowed');
  });

  test("a guest does not take a customer's call, nor a customer a guest's", async () => {
    const customer = await world.customer('2.00');
    const call = await world.initiate(customer, '*43');
    const guest = await initiate();

    expect(reasonOf(await decide(guest, { call: call.id }))).toBe('not_allowed');
    expect(reasonOf(await decide(guest, { user: customer.userId }))).toBe('not_allowed');
    expect(reasonOf(await decide(call.id))).toBe('not_allowed');
  });

  test('a call is placed once, and within a minute', async () => {
    const [twice, late] = [await initiate('192.0.2.12'), await initiate('192.0.2.13')];
    expect(reasonOf(await decide(twice))).toBe('allow');
    expect(reasonOf(await decide(twice))).toBe('not_allowed');

    world.clock.passSeconds(61);
    expect(reasonOf(await decide(late))).toBe('not_allowed');
  });

  test('of many calls of one address at once, one is allowed', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, async () => await initiate()));

    const decisions = await Promise.all(calls.map(async (id) => await decide(id)));

    expect(decisions.map(reasonOf).toSorted()).toEqual(['allow', ...Array<string>(4).fill('too_many_calls')]);
  });

  test.each(['ended', 'failed', 'not placed'] as const)('after a call has %s, the next one may come', async (how) => {
    const first = await initiate();
    await decide(first);
    await expect(initiate()).rejects.toMatchObject({ code: 'guest_call_running', status: 409 });

    const at = world.clock.now();
    if (how === 'ended') await listener.record(answered(named(first), at));
    if (how === 'ended') await listener.record(ended(named(first), { answeredAt: at, at }));
    if (how === 'failed') await listener.record(failed(named(first), at, 486));
    if (how === 'not placed') await listener.record(notPlaced(named(first), at, { cause: 'timeout' }));

    expect(reasonOf(await decide(await initiate()))).toBe('allow');
  });

  test('a call whose end was never heard of holds its place for two minutes and no longer', async () => {
    await decide(await initiate());
    world.clock.passSeconds(119);
    await expect(initiate()).rejects.toMatchObject({ code: 'guest_call_running' });

    world.clock.passSeconds(2);
    expect(reasonOf(await decide(await initiate()))).toBe('allow');
  });

  test('an old ask of the engine is refused, so that no place is held for nobody', async () => {
    const call = await initiate();
    const at = world.clock.now().getTime() - 2_600;

    expect(reasonOf(await decide(call, { at }))).toBe('engine_unavailable');
    expect(reasonOf(await decide(call))).toBe('allow');
  });

  test("the reaper leaves a guest's running call alone, and ends one that is over here", async () => {
    const running = await initiate('192.0.2.20');
    const over = await initiate('192.0.2.21');
    await decide(running);
    await decide(over);
    const at = world.clock.now();
    for (const id of [running, over]) await listener.record(answered(named(id), at));
    await listener.record(ended(named(over), { answeredAt: at, at }));
    world.engine.said.length = 0;
    world.engine.dialogs = [running, over].map((call) => ({
      call,
      state: 'answered' as const,
      answeredAtMs: at.getTime(),
      sipCallId: `sip-${call}`,
      fromTag: `from-${call}`,
      toTag: `to-${call}`,
    }));

    await world.tick('reap calls');

    expect(world.engine.said).toEqual([`end sip-${over}`]);
    world.engine.dialogs = [];
  });

  test('nothing of a guest is kept for longer than a day', async () => {
    await initiate();
    world.clock.passSeconds(25 * 3600);
    await world.calls.ticks.find((tick) => tick.name === 'forget guests')?.run();

    const { rows } = await sql`select from calls.guest_call`.execute(database);
    expect(rows).toEqual([]);
  });

  test('a report about a guest that nobody knows changes nothing', async () => {
    const at = world.clock.now();
    await listener.record(answered(named(newGuestCallId()), at));
    await listener.record(ended(named(newId()), { answeredAt: at, at }));
  });
});
