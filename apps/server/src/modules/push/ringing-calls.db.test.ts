import { randomBytes } from 'node:crypto';
import { pushReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createWebPush } from '../../gateways/web-push/index.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { derivedKey } from '../../platform/sealed.ts';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testAppOn } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { addresseeOf } from '../accounts/index.ts';
import { callPushOf } from '../notices/index.ts';
import { browserRinger, type RingDeps } from './ring-browsers.ts';
import { signInAgain } from './testing/sign-in-again.ts';
import { standInPushService } from '@farline/tools/stand-in-push-service';
import { declines } from './told-calls.ts';
import { vapidKeys } from './vapid-keys.ts';

const { database, url } = await testDatabase();
let publicKey = '';
const service = await standInPushService(() => publicKey);
afterAll(async () => await service.close());
const settings = { FARLINE_PUSH_SERVICES: service.origin, FARLINE_MAIL_FROM: 'Farline <phone@example.org>' };
const app = { database, ...(await testAppOn(url, settings)) };
({ publicKey } = pushReply.parse((await (await apiCustomer(app)).ask('GET', '/settings/push')).body));

const CALLER = '+447700900123';
const clock = { now: () => new Date() };
const webPush = createWebPush({ subject: 'mailto:phone@example.org', ownServices: [service.origin] });
const keys = vapidKeys({
  database,
  clock,
  newKeys: webPush.newKeys,
  sealingKey: derivedKey('a secret of a test, long enough for it', 'push-key'),
});

/** What tells calls here, as a server does that the engine asks. */
const aRinger = (over: Partial<RingDeps> = {}) =>
  browserRinger({
    database,
    clock,
    keys,
    log: keptLog('info').log,
    sendPush: webPush.sendPush,
    wait: async () => undefined,
    callWords: async (db, called) => await callPushOf({ addresseeOf }, db, called),
    ...over,
  });

/** Somebody with a browser that is told of things. */
async function aReachable() {
  const customer = await apiCustomer(app);
  const browser = service.aBrowser();
  expect((await customer.ask('POST', '/settings/push', browser.subscription)).status).toBe(201);
  return { ...customer, browser };
}

const callTo = (
  { accountId, userId }: ApiCustomer,
  over: { number?: string | null; isForged?: boolean; lastsMs?: number } = {},
) => ({
  callId: newId(),
  accountId,
  userIds: [userId],
  number: CALLER,
  isForged: false,
  at: new Date(),
  lastsMs: 25_000,
  ...over,
});

const isOver = async ({ accountId }: ApiCustomer, callId: string) =>
  await publish(database, {
    type: 'call.ended',
    accountId,
    subjectId: callId,
    payload: { ended: null, reason: 'cancelled' },
  });

const decline = async (token: string) => {
  const reply = await fetch(`${app.origin}/api/v1/push/decline`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return reply.status;
};

/** What the engine is told to decline, of all that is declined. */
async function ordered(): Promise<string[]> {
  const heard: string[] = [];
  const { ticks = [] } = declines({
    database,
    clock,
    isRinging: async () => true,
    declineCall: async (id) => {
      heard.push(id);
      return 'done';
    },
  });
  for (const tick of ticks) await tick.run();
  return heard;
}

test('a call that rings is told at once, urgently, for as long as it rings, with what answers and declines it', async () => {
  const ada = await aReachable();
  const call = callTo(ada);
  expect(await aRinger({ clock: { now: () => call.at } })(call)).toBe(true);

  const { content, ttlSeconds, urgency, topic } = await ada.browser.next(0);
  expect(content).toEqual({
    tag: `call ${call.callId}`,
    title: 'Incoming call',
    body: CALLER,
    path: '/dashboard',
    direction: 'ltr',
    language: 'en',
    call: { id: call.callId, token: expect.stringMatching(/^[\w-]{43}$/), answer: 'Answer', decline: 'Decline' },
  });
  expect(urgency).toBe('high');
  expect(ttlSeconds).toBe(25);
  const next = callTo(ada, { number: null });
  await aRinger()(next);
  const second = await ada.browser.next(1);
  expect(second.content.body).toBe('Number not shown');
  expect(second.topic).not.toBe(topic);
  expect(service.wrongs).toEqual([]);
});

test('what is over is taken back from every browser that was told, once, and no other call’s is', async () => {
  const ada = await aReachable();
  const [call, other] = [callTo(ada), callTo(ada)];
  await aRinger()(call);
  await aRinger()(other);
  await ada.browser.next(1);
  await isOver(ada, call.callId);
  await isOver(ada, call.callId);

  const { content, urgency } = await ada.browser.next(2);
  expect(content).toMatchObject({ tag: `call ${call.callId}`, isOver: true });
  expect(urgency).toBe('high');
  await isOver(ada, other.callId);
  expect((await ada.browser.next(3)).content).toMatchObject({ tag: `call ${other.callId}`, isOver: true });
});

test('who has signed out, whose account is closed, and who does not want it is not told, and nobody waits for them', async () => {
  const out = await aReachable();
  await sql`update accounts.session set ended_at = now(), ended_because = 'signed_out' where user_id = ${out.userId}`.execute(
    database,
  );
  const closed = await aReachable();
  await sql`update accounts.account set state = 'closed' where id = ${closed.accountId}`.execute(database);
  const unwilling = await aReachable();
  await unwilling.ask('PATCH', '/settings/notices', { push: { calls: false } });
  const nobody = await apiCustomer(app);
  for (const customer of [out, closed, unwilling, nobody]) expect(await aRinger()(callTo(customer))).toBe(false);

  const ada = await aReachable();
  expect(await aRinger()(callTo(ada))).toBe(true);
  await ada.browser.next(0);
  expect([out, closed, unwilling].map(({ browser }) => browser.tries())).toEqual([0, 0, 0]);
});

test('a flood of calls is told ten times a minute, however many come at once', async () => {
  const ada = await aReachable();
  const ring = aRinger();
  const told = await Promise.all(Array.from({ length: 25 }, async () => await ring(callTo(ada))));

  expect(told.filter(Boolean)).toHaveLength(10);
  await ada.browser.next(9);
  const call = callTo(ada);
  expect(await ring({ ...call, at: new Date(Date.now() + 61_000) })).toBe(true);
});

test('a push service that says nothing delays nobody: not the call, and not what others are told', async () => {
  const [silent, ada] = [await aReachable(), await aReachable()];
  const never = new Promise<never>(() => undefined);
  const ring = aRinger({
    sendPush: async (to, ...rest) =>
      to.endpoint === silent.browser.subscription.endpoint ? await never : await webPush.sendPush(to, ...rest),
  });
  for (let times = 0; times < 8; times += 1) expect(await ring(callTo(silent))).toBe(true);

  expect(await ring(callTo(ada))).toBe(true);
  await ada.browser.next(0);
});

test('a push service that fails is asked once more while it rings, and not once it is over', async () => {
  const [ada, bob] = [await aReachable(), await aReachable()];
  ada.browser.answerWith({ status: 503 });
  await aRinger()(callTo(ada));
  await ada.browser.next(0);
  expect(ada.browser.tries()).toBe(2);

  const { promise: pause, resolve: endPause } = Promise.withResolvers<void>();
  bob.browser.answerWith({ status: 503 });
  const [call, next] = [callTo(bob), callTo(bob)];
  await aRinger({ wait: async () => await pause })(call);
  await bob.browser.untilTried(1);
  await isOver(bob, call.callId);
  expect((await bob.browser.next(0)).content.isOver).toBe(true);
  endPause();
  await aRinger()(next);
  expect((await bob.browser.next(1)).content.call?.id).toBe(next.callId);
  expect(bob.browser.tries()).toBe(3);
});

test('a call is declined by the proof of its notification alone, once, and while it rings', async () => {
  const ada = await aReachable();
  const call = callTo(ada);
  await aRinger()(call);
  const token = (await ada.browser.next(0)).content.call?.token ?? '';
  expect(await decline(randomBytes(32).toString('base64url'))).toBe(404);
  expect(await decline('short')).toBe(400);
  expect(await ordered()).not.toContain(call.callId);

  expect(await decline(token)).toBe(200);
  expect(await decline(token)).toBe(404);
  expect(await ordered()).toContain(call.callId);
  expect(await ordered()).not.toContain(call.callId);

  const over = callTo(ada);
  await aRinger()(over);
  const late = (await ada.browser.next(1)).content.call?.token ?? '';
  await isOver(ada, over.callId);
  await ada.browser.next(2);
  expect(await decline(late)).toBe(404);
  const short = callTo(ada, { lastsMs: 1_500 });
  await aRinger()(short);
  const expired = (await ada.browser.next(3)).content.call?.token ?? '';
  await sql`update push.ringing_call set expires_at = now() - interval '1 second' where call_id = ${short.callId}`.execute(
    database,
  );
  expect(await decline(expired)).toBe(404);
});

test('a proof declines its own call alone: not another of the same user, and none of another account', async () => {
  const [ada, bob] = [await aReachable(), await aReachable()];
  const [call, other, foreign] = [callTo(ada), callTo(ada), callTo(bob)];
  for (const one of [call, other, foreign]) await aRinger()(one);
  await ada.browser.next(1);
  const token = (await bob.browser.next(0)).content.call?.token ?? '';

  const shown = await Promise.all(Array.from({ length: 5 }, async () => await decline(token)));
  expect(shown.toSorted()).toEqual([200, 404, 404, 404, 404]);
  const orders = await ordered();
  expect([call, other, foreign].map(({ callId }) => orders.includes(callId))).toEqual([false, false, true]);
});

test('who signed out while a call rings does not decline it by its proof, unless another browser of theirs is signed in', async () => {
  const ada = await aReachable();
  const second = service.aBrowser();
  const again = await signInAgain(app, ada);
  expect((await again('POST', '/settings/push', second.subscription)).status).toBe(201);
  const [call, other] = [callTo(ada), callTo(ada)];
  for (const one of [call, other]) await aRinger()(one);
  const tokens = [await ada.browser.next(0), await ada.browser.next(1)].map(({ content }) => content.call?.token ?? '');

  expect((await again('POST', '/auth/logout')).status).toBe(200);
  expect(await decline(tokens[0] ?? '')).toBe(200);
  expect((await ada.ask('POST', '/auth/logout')).status).toBe(200);
  expect(await decline(tokens[1] ?? '')).toBe(404);
  const orders = await ordered();
  expect([call, other].map(({ callId }) => orders.includes(callId))).toEqual([true, false]);
});

test('a call has one proof in all browsers of a user and another for another user, and none is kept', async () => {
  const [ada, bob] = [await aReachable(), await aReachable()];
  const second = service.aBrowser();
  const again = await signInAgain(app, ada);
  expect((await again('POST', '/settings/push', second.subscription)).status).toBe(201);
  const call = { ...callTo(ada), userIds: [ada.userId, bob.userId] };
  await aRinger()(call);

  const browsers = [ada.browser, second, bob.browser];
  const tokens = (await Promise.all(browsers.map((one) => one.next(0)))).map(({ content }) => content.call?.token);
  expect(tokens[0]).toBe(tokens[1]);
  expect(tokens[2]).toMatch(/^[\w-]{43}$/);
  expect(tokens[2]).not.toBe(tokens[0]);
  const { rows } = await sql<{ row: object }>`select to_jsonb(c) as row from push.ringing_call c`.execute(database);
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
});
