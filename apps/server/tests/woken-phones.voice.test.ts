import { defaultRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carrierAnswer } from '../../../voice/testbed/sdp.ts';
import { openUdpPhone, type UdpPhone } from '../../../voice/testbed/udp-phone.ts';
import { standInPushService } from '@farline/tools/stand-in-push-service';
import { callIn, hangUpOutside, outside } from './testbed/call-in.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import type { Lifetime } from './testbed/desk-phone.ts';

/** SIP apps that sleep, through the whole system: calls wait for them, and somebody or something dies meanwhile. One after another on one stack. */

const LONG_MS = 60_000;
let publicKey = '';
let service: Awaited<ReturnType<typeof standInPushService>>;
let stack: Stack;
let callers: Callers;
beforeAll(async () => {
  service = await standInPushService(() => publicKey);
  stack = await ownTestStack({ without: ['pages'], env: { FARLINE_PUSH_SERVICES: service.origin } });
  callers = await openCallers(stack);
  const { rows } = await sql<{ key: string }>`select public_key as key from push.key`.execute(callers.database);
  publicKey = rows[0]?.key ?? '';
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
  await service?.close();
});

type App = { username: string; password: string; pn: string };

/** Opens the app, wherever it is now; it closes with the test. */
async function opened(life: Lifetime, { username }: App): Promise<UdpPhone> {
  const phone = await openUdpPhone({ port: stack.ports.phones, username });
  life.onTestFinished(() => phone.close());
  return phone;
}

/** Registers it, as the app does that was opened or woken; gives the last word of the registrar. */
async function register(phone: UdpPhone, { password, pn }: App) {
  const contact = `<${phone.contact};${pn}>`;
  return await phone.register({ contact, proof: phone.proofFor(await phone.register({ contact }), password) });
}

/** Somebody with an app that has registered once and sleeps: nothing is where it was. */
async function aSleeper(life: Lifetime, caller: Caller) {
  const place = service.anApp();
  const { phone, password } = await caller.addSipPhone('App');
  const pn = `pn-provider=webpush;pn-prid=${encodeURIComponent(place.endpoint)}`;
  const app: App = { username: phone.username, password, pn };
  const awake = await openUdpPhone({ port: stack.ports.phones, username: app.username });
  const taken = await register(awake, app);
  awake.close();
  expect(taken.status).toBe(200);
  expect(taken.header('Feature-Caps')).toBe(`*;+sip.pns="webpush";+sip.vapid="${publicKey}"`);
  return {
    place,
    wakes: async () => await opened(life, app),
    register: async (on: UdpPhone) => await register(on, app),
  };
}

/** The account's number, where unanswered calls go to voicemail, or nowhere. */
async function numberOf({ accountId }: Caller, unanswered: 'voicemail' | 'nobody' = 'nobody'): Promise<string> {
  if (unanswered === 'voicemail') {
    const rule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' } };
    await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
      select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
      where account_id = ${accountId}`.execute(callers.database);
  }
  const { rows } = await sql<{ e164: string }>`
    select e164 from numbers.number where account_id = ${accountId}`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

const inviteTo = async (phone: UdpPhone) =>
  await phone.received.next('the INVITE', ({ method }) => method === 'INVITE', LONG_MS);
/** The app has its word, and the engine the server’s: what dies now is not waited for in vain. */
const isWaiting = async (placed: string, app: Awaited<ReturnType<typeof aSleeper>>): Promise<void> => {
  await app.place.next(0);
  await until('its ringing', async () => (await outside(stack, placed)).ringingAt !== null, LONG_MS);
};
const isOver = async (placed: string) =>
  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);

/** The one call of an account, once it has ended; nothing of it costs or is held. */
async function expectFreeEnd(caller: Caller) {
  await until('the call in the history', async () => (await caller.history()).length === 1);
  const [call] = await caller.history();
  const ended = await caller.ended(call?.id ?? '', LONG_MS);
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
  return ended;
}

test('a call wakes an app that sleeps by a word without content; it registers from elsewhere, rings and talks', async (life) => {
  const caller = await callers.caller('2.00');
  const app = await aSleeper(life, caller);
  const placed = await callIn(stack, { to: await numberOf(caller), from: '+447700900555' });
  const word = await app.place.next(0);
  expect(word).toMatchObject({ urgency: 'high' });
  expect(word.ttlSeconds).toBeGreaterThan(10);

  const phone = await app.wakes();
  expect((await app.register(phone)).status).toBe(200);
  const invite = await inviteTo(phone);
  expect(invite.header('From')).toContain('+447700900555');
  phone.reply(invite, 180, { toTag: 'woke' });
  phone.answer(invite, 'woke', carrierAnswer(40_000));
  await phone.received.next('the ACK', ({ method }) => method === 'ACK');
  await hangUpOutside(stack, placed);
  phone.reply(await phone.received.next('the BYE', ({ method }) => method === 'BYE'), 200);

  expect(await expectFreeEnd(caller)).toMatchObject({ status: 'completed', reason: 'hangup_caller' });
  expect(service.wrongs).toEqual([]);
  expect(app.place.tries()).toBe(1);
});

test('an app that asks to be woken by a service that we do not speak to hears 555, and registers without', async (life) => {
  const caller = await callers.caller('2.00');
  const { phone, password } = await caller.addSipPhone('App');
  const app: App = { username: phone.username, password, pn: 'pn-provider=apns;pn-prid=00fc;pn-param=X.y.voip' };
  const at = await opened(life, app);

  expect((await register(at, app)).status).toBe(555);
  expect(await caller.registrations()).toEqual({ [phone.username]: false });
  expect((await register(at, { ...app, pn: 'ob' })).status).toBe(200);
});

test('an app that was removed is woken no more', async (life) => {
  const caller = await callers.caller('2.00');
  const app = await aSleeper(life, caller);
  await sql`delete from accounts.sip_phone where account_id = ${caller.accountId}`.execute(callers.database);
  await isOver(await callIn(stack, { to: await numberOf(caller), from: '+447700900555' }));

  expect(await expectFreeEnd(caller)).toMatchObject({ status: 'failed', reason: 'unavailable' });
  expect(app.place.tries()).toBe(0);
});

describe('while a call waits for an app that sleeps', () => {
  test('the server is killed and started again: the app that comes then gets the call', async (life) => {
    const caller = await callers.caller('2.00');
    const app = await aSleeper(life, caller);
    const placed = await callIn(stack, { to: await numberOf(caller), from: '+447700900555' });
    await isWaiting(placed, app);

    await stack.server.kill('SIGKILL');
    const phone = await app.wakes();
    expect((await app.register(phone)).status).toBe(503);
    await stack.server.start();
    await until('its registration', async () => (await app.register(phone)).status === 200, LONG_MS);
    const invite = await inviteTo(phone);
    phone.answer(invite, 'woke', carrierAnswer(40_000));
    await phone.received.next('the ACK', ({ method }) => method === 'ACK');
    await hangUpOutside(stack, placed);
    phone.reply(await phone.received.next('the BYE', ({ method }) => method === 'BYE'), 200);

    expect(await expectFreeEnd(caller)).toMatchObject({ status: 'completed', reason: 'hangup_caller' });
  });

  test('the server is killed and nobody comes: the caller gets voicemail all the same', async (life) => {
    const caller = await callers.caller('2.00');
    const app = await aSleeper(life, caller);
    const to = await numberOf(caller, 'voicemail');
    const placed = await callIn(stack, { to, from: '+447700900555', says: 620 });
    await isWaiting(placed, app);

    await stack.server.kill('SIGKILL');
    await until('the answer', async () => (await outside(stack, placed)).answeredAt !== null, LONG_MS);
    await stack.server.start();
    await isOver(placed);

    expect(await expectFreeEnd(caller)).toMatchObject({ direction: 'inbound', reason: 'voicemail' });
    await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
  });

  test('the attendant is killed and nobody comes: the caller hears a clear end', async (life) => {
    const caller = await callers.caller('2.00');
    const app = await aSleeper(life, caller);
    const placed = await callIn(stack, { to: await numberOf(caller, 'voicemail'), from: '+447700900555' });
    await isWaiting(placed, app);

    for (const attendant of stack.attendants) await attendant.kill('SIGKILL');
    await isOver(placed);
    for (const attendant of stack.attendants) await attendant.start();

    expect(await outside(stack, placed)).toMatchObject({ status: 480, answeredAt: null });
    expect(await expectFreeEnd(caller)).toMatchObject({ direction: 'inbound', cost: { amount: '0.0000' } });
  });

  test('Kamailio is killed and started again: nothing of the call stays open or held, and the next one rings', async (life) => {
    const caller = await callers.caller('2.00');
    const app = await aSleeper(life, caller);
    const to = await numberOf(caller);
    const placed = await callIn(stack, { to, from: '+447700900555' });
    await isWaiting(placed, app);

    await stack.kamailio.kill('SIGKILL');
    await stack.kamailio.start();
    expect(await expectFreeEnd(caller)).toMatchObject({ direction: 'inbound', cost: { amount: '0.0000' } });
    await hangUpOutside(stack, placed);

    const next = await callIn(stack, { to, from: '+447700900555' });
    await app.place.next(1);
    const phone = await app.wakes();
    await until('its registration', async () => (await app.register(phone)).status === 200, LONG_MS);
    phone.reply(await inviteTo(phone), 603, { toTag: 'woke' });
    await isOver(next);
    expect(await outside(stack, next)).toMatchObject({ status: 603 });
  });
});
