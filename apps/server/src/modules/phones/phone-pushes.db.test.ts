import { newSipPhoneReply, type PushAsk } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createWebPush } from '../../gateways/web-push/index.ts';
import { authServer } from '../../testing/accounts/auth-server.ts';
import { prove } from '../../testing/accounts/second-factors.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { standInPushService } from '@farline/tools/stand-in-push-service';
import { hasPushes, notePush, wakePhones } from './index.ts';
import { deleteEndedPushes } from './phone-pushes-store.ts';
import { wakeToRefresh } from './wake-phones.ts';

const { database } = await testDatabase();
const server = await authServer(database);
const keys = createWebPush({ subject: 'mailto:phone@example.org', ownServices: [] }).newKeys();
const service = await standInPushService(() => keys.publicKey);
afterAll(async () => await service.close());
const webPush = createWebPush({ subject: 'mailto:phone@example.org', ownServices: [service.origin] });

const START = new Date('2026-05-04T10:00:00.000Z');

/** A phone of somebody, at a time of its own. */
async function aPhone() {
  const { token, accountId } = await server.aCustomer();
  await prove(server, token);
  const made = await server.call('POST', '/settings/sip-phones', { token, body: { name: 'App' } });
  const { id, username } = newSipPhoneReply.parse(made.json()).phone;
  let now = START;
  const deps = {
    database,
    clock: { now: () => now },
    log: keptLog('info').log,
    wait: async () => undefined,
    pushToPhones: {
      publicKey: async () => keys.publicKey,
      mayBeAsked: webPush.mayBeAsked,
      wake: async ({ endpoint, subject, ttlSeconds }: { endpoint: string; subject: string; ttlSeconds: number }) =>
        (await webPush.sendWaking(endpoint, { ttlSeconds, isUrgent: true, topic: subject.slice(0, 4) }, keys)).state,
    },
  };
  const note = async (over: Partial<PushAsk>) =>
    await notePush(deps, {
      type: 'push.ask',
      transactionIndex: 1,
      transactionLabel: 2,
      at: now.getTime(),
      username,
      act: 'remember',
      provider: 'webpush',
      prid: '',
      param: '',
      sipCallId: 'one',
      seconds: 600,
      refreshes: '',
      ...over,
    });
  return {
    token,
    accountId,
    id,
    username,
    deps,
    note,
    pass: (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000)),
    woken: async (lastsMs = 25_000) =>
      await wakePhones(deps, { callId: 'a call', usernames: [username], at: now, lastsMs }),
    endpoints: async () => {
      const { rows } = await sql<{ endpoint: string }>`
        select endpoint from accounts.sip_phone_push where phone_id = ${id} order by registered_at, id`.execute(
        database,
      );
      return rows.map(({ endpoint }) => endpoint);
    },
  };
}

const pridOf = ({ endpoint }: { endpoint: string }) => encodeURIComponent(endpoint);

test('a phone is told that there is Web Push and by which key, and is woken by a word without content', async () => {
  const phone = await aPhone();
  const app = service.anApp();
  expect(await phone.woken()).toEqual([]);
  expect(await phone.note({ prid: pridOf(app) })).toEqual({
    status: 200,
    featureCaps: `*;+sip.pns="webpush";+sip.vapid="${keys.publicKey}"`,
  });
  expect(await hasPushes(database, phone.username)).toBe(true);

  expect(await phone.woken()).toEqual([phone.username]);
  expect(await app.next(0)).toEqual({ ttlSeconds: 25, urgency: 'high', topic: 'call' });
  expect(service.wrongs).toEqual([]);
});

test('who asks what there is is told, and nothing is remembered', async () => {
  const phone = await aPhone();
  const asked = await phone.note({ act: 'ask', provider: '', refreshes: 'itself' });

  expect(asked.featureCaps).toMatch(/^\*;\+sip\.pns="webpush";\+sip\.vapid="[\w-]{87}";\+sip\.pnsreg="180"$/);
  expect(await phone.endpoints()).toEqual([]);
});

test.each([
  ['another service', { provider: 'apns', prid: '00fc13adff78512', param: 'DEF123GHIJ.com.example.voip' }],
  ['another one', { provider: 'fcm', prid: 'dp8Ew:APA91b', param: 'my-project' }],
  ['no service', { provider: '', prid: 'https://push.example.org/1' }],
  ['no endpoint', { prid: '' }],
  ['a parameter that Web Push has no use for', { prid: 'https%3A%2F%2Fpush.example.org%2F1', param: 'x' }],
  ['an escape that is none', { prid: 'https%3A%2F%2Fpush.example.org%2F%zz' }],
  ['an endpoint that is too long', { prid: `https%3A%2F%2Fpush.example.org%2F${'a'.repeat(1000)}` }],
  ['an address of this machine', { prid: 'https%3A%2F%2F127.0.0.1%2Fpush' }],
  ['a name of its own network', { prid: 'https%3A%2F%2Fmetadata.google.internal%2Fpush' }],
  ['a port of somebody', { prid: 'https%3A%2F%2Fpush.example.org%3A8443%2F1' }],
  ['what is not encrypted', { prid: 'http%3A%2F%2Fpush.example.org%2F1' }],
])('%s is not supported, and nothing is remembered', async (_what, over) => {
  const phone = await aPhone();

  expect(await phone.note(over)).toEqual({ status: 555, featureCaps: '' });
  expect(await phone.endpoints()).toEqual([]);
});

test('a phone of nobody, of a closed account and one that was removed is refused and forgotten', async () => {
  const [phone, closed] = [await aPhone(), await aPhone()];
  const prid = pridOf(service.anApp());
  expect((await phone.note({ prid, username: 'nobodyhasit' })).status).toBe(403);
  await sql`update accounts.account set state = 'closed' where id = ${closed.accountId}`.execute(database);
  expect((await closed.note({ prid })).status).toBe(403);

  expect((await phone.note({ prid })).status).toBe(200);
  expect((await server.call('DELETE', `/settings/sip-phones/${phone.id}`, { token: phone.token })).statusCode).toBe(
    200,
  );
  expect(await phone.endpoints()).toEqual([]);
  expect(await phone.woken()).toEqual([]);
  expect((await phone.note({ prid })).status).toBe(403);
});

test('what a registration says takes the place of what it said; it is forgotten by itself, by its endpoint, or with all', async () => {
  const phone = await aPhone();
  const [first, second, third] = [service.anApp(), service.anApp(), service.anApp()];
  await phone.note({ prid: pridOf(first) });
  await phone.note({ prid: pridOf(second) });
  expect(await phone.endpoints()).toEqual([second.endpoint]);
  // The app began anew, with another Call-ID.
  await phone.note({ prid: pridOf(second), sipCallId: 'two' });
  await phone.note({ prid: pridOf(third), sipCallId: 'three' });
  expect(await phone.endpoints()).toHaveLength(2);

  await phone.note({ act: 'forget', provider: '', sipCallId: 'two' });
  expect(await phone.endpoints()).toEqual([third.endpoint]);
  await phone.note({ act: 'forget', prid: pridOf(third), sipCallId: 'four' });
  expect(await phone.endpoints()).toEqual([]);
  await phone.note({ prid: pridOf(first), sipCallId: 'five' });
  await phone.note({ prid: pridOf(second), sipCallId: 'six' });
  await phone.note({ act: 'forget_all', provider: '' });
  expect(await hasPushes(database, phone.username)).toBe(false);
});

test('of a phone that registers a thousand endpoints the last five are kept, and no other phone loses any', async () => {
  const [phone, other] = [await aPhone(), await aPhone()];
  const app = service.anApp();
  await other.note({ prid: pridOf(app) });
  for (let which = 0; which < 50; which += 1) {
    phone.pass(1);
    await phone.note({ prid: `https%3A%2F%2Fpush.example.org%2F${which}`, sipCallId: `call ${which}` });
  }

  expect(await phone.endpoints()).toEqual([45, 46, 47, 48, 49].map((which) => `https://push.example.org/${which}`));
  expect(await other.endpoints()).toEqual([app.endpoint]);
});

test('a flood of calls wakes a phone ten times a minute, however many come at once', async () => {
  const phone = await aPhone();
  const app = service.anApp();
  await phone.note({ prid: pridOf(app) });
  const told = await Promise.all(Array.from({ length: 25 }, async () => await phone.woken()));

  expect(told.filter(({ length }) => length > 0)).toHaveLength(10);
  await app.next(9);
  phone.pass(61);
  await phone.note({ prid: pridOf(app) });
  expect(await phone.woken()).toEqual([phone.username]);
});

test('who registers again and again gets no more wakings by it', async () => {
  const phone = await aPhone();
  const app = service.anApp();
  for (let times = 0; times < 15; times += 1) {
    await phone.note({ prid: pridOf(app) });
    await phone.woken();
  }

  await app.next(9);
  expect(await phone.woken()).toEqual([]);
  expect(app.tries()).toBe(10);
});

test('a registration that has ended is woken no more, and forgotten', async () => {
  const phone = await aPhone();
  await phone.note({ prid: pridOf(service.anApp()), seconds: 60 });
  phone.pass(60);

  expect(await phone.woken()).toEqual([]);
  await deleteEndedPushes(database, phone.deps.clock.now());
  expect(await phone.endpoints()).toEqual([]);
});

test('a phone is woken once to register again in time, unless it does so itself; the word is kept for one that is off', async () => {
  const [phone, itself] = [await aPhone(), await aPhone()];
  const [app, other] = [service.anApp(), service.anApp()];
  await phone.note({ prid: pridOf(app), seconds: 600 });
  await itself.note({ prid: pridOf(other), seconds: 600, refreshes: 'itself' });
  phone.pass(419);
  await wakeToRefresh(phone.deps);
  expect(app.tries()).toBe(0);
  phone.pass(2);
  await wakeToRefresh(phone.deps);
  await wakeToRefresh(phone.deps);

  expect(await app.next(0)).toMatchObject({ ttlSeconds: 86_400, topic: 'refr' });
  expect([app.tries(), other.tries()]).toEqual([1, 0]);
});

test('a push service that fails is asked again to have a phone register, until it takes the word or the registration ends', async () => {
  const phone = await aPhone();
  const app = service.anApp();
  app.answerWith({ status: 503 });
  await phone.note({ prid: pridOf(app), seconds: 600 });
  phone.pass(421);
  await wakeToRefresh(phone.deps);
  await wakeToRefresh(phone.deps);
  expect(app.tries()).toBe(1);

  app.answerWith({ status: 201 });
  phone.pass(15);
  await wakeToRefresh(phone.deps);
  phone.pass(15);
  await wakeToRefresh(phone.deps);
  expect(app.tries()).toBe(2);
});

test('an endpoint that is gone is forgotten; a service that fails is asked once more while it rings', async () => {
  const [gone, failing] = [await aPhone(), await aPhone()];
  const [lost, app] = [service.anApp(), service.anApp()];
  lost.answerWith({ status: 410 });
  await gone.note({ prid: pridOf(lost) });
  await gone.woken();
  await expect.poll(async () => await gone.endpoints()).toEqual([]);

  app.answerWith({ status: 503 });
  await failing.note({ prid: pridOf(app) });
  await failing.woken();
  await app.next(0);
  expect(app.tries()).toBe(2);
  expect(await failing.endpoints()).toEqual([app.endpoint]);
});

test('a push service that says nothing delays no call', async () => {
  const phone = await aPhone();
  await phone.note({ prid: pridOf(service.anApp()) });
  const never = new Promise<never>(() => undefined);
  const deps = { ...phone.deps, pushToPhones: { wake: async () => await never } };

  const call = { callId: 'a call', usernames: [phone.username], at: START, lastsMs: 25_000 };
  expect(await wakePhones(deps, call)).toEqual([phone.username]);
});
