import { noticeSettingsReply, pushReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { testAppOn } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { askAt, signInAgain } from './testing/sign-in-again.ts';
import { peopleReachedBy } from './testing/people-reached.ts';
import { standInPushService } from '@farline/tools/stand-in-push-service';

const { database, url } = await testDatabase();
let publicKey = '';
const service = await standInPushService(() => publicKey);
afterAll(async () => await service.close());
const settings = { FARLINE_PUSH_SERVICES: service.origin, FARLINE_MAIL_FROM: 'Farline <phone@example.org>' };
const { origin } = await testAppOn(url, settings);
const app = { origin, database };

const list = async ({ ask }: Pick<ApiCustomer, 'ask'>) => pushReply.parse((await ask('GET', '/settings/push')).body);
({ publicKey } = await list(await apiCustomer(app)));

const { aReachable, told, read, leftVoicemail, lastWord } = peopleReachedBy(service, app);

test('who has written is told to a closed page, encrypted for its browser, and what they wrote is not', async () => {
  const ada = await aReachable();
  await told(ada, '+447700900123');

  const { content, ttlSeconds, urgency } = await ada.browser.next(0);
  expect(content).toEqual({
    tag: 'message +447700900123',
    title: 'New message',
    body: 'You have a new message from +447700900123.',
    path: '/messages/%2B447700900123',
    direction: 'ltr',
    language: 'en',
    at: expect.any(String),
  });
  expect(urgency).toBe('normal');
  expect(ttlSeconds).toBeGreaterThan(86_000);
  expect(ttlSeconds).toBeLessThanOrEqual(86_400);
  expect(service.wrongs).toEqual([]);
  await expect
    .poll(async () => (await list(ada)).devices)
    .toMatchObject([{ isCurrent: true, lastSentAt: expect.any(String) }]);
});

test('a message that was read is taken from every screen, the one that has read its notices too', async () => {
  const ada = await aReachable();
  await told(ada, '+447700900123');
  const { content: shown } = await ada.browser.next(0);
  await ada.ask('POST', '/notices/read', {});
  await read(ada, '+447700900123');

  const { content } = await ada.browser.next(1);
  expect(content).toMatchObject({ tag: shown.tag, isRead: true });
  expect(Date.parse(content.at ?? '')).toBeGreaterThanOrEqual(Date.parse(shown.at ?? ''));
});

test('nothing is taken back of what nobody was told of', async () => {
  const ada = await aReachable();
  await ada.ask('PATCH', '/settings/notices', { push: { messages: false } });
  await told(ada, '+447700900123');
  await read(ada, '+447700900123');
  await read(ada, '+447700900124');

  expect(await lastWord(ada)).toEqual([]);
});

test('a voicemail is told in the language of its account, with its caller, at the place of its call', async () => {
  const ada = await aReachable();
  await ada.ask('PATCH', '/auth/profile', { language: 'ar' });
  const id = await leftVoicemail(ada, null);

  const { content } = await ada.browser.next(0);
  expect(content).toMatchObject({ tag: `call ${id}`, title: 'رسالة صوتية جديدة', direction: 'rtl', language: 'ar' });
});

test('what somebody does not want pushed is not, and what they want still is', async () => {
  const ada = await aReachable();
  const changed = await ada.ask('PATCH', '/settings/notices', { push: { messages: false } });
  expect(noticeSettingsReply.parse(changed.body).settings).toMatchObject({
    push: { missedCalls: true, messages: false, voicemail: true },
    mail: { voicemail: true },
  });
  await told(ada, '+447700900123');

  expect(await lastWord(ada)).toEqual([]);
});

test.each(['HTTPS://push.example.org/1', 'https:push.example.org/2', 'ftp://push.example.org/3', 'push'])(
  'a browser at %s is refused in words',
  async (endpoint) => {
    const { ask } = await apiCustomer(app);
    const { keys } = service.aBrowser().subscription;
    expect(await ask('POST', '/settings/push', { endpoint, keys })).toMatchObject({ status: 400 });
  },
);

test('whoever signs out is told nothing more, and other browsers are', async () => {
  const ada = await aReachable();
  const elsewhere = service.aBrowser();
  const ask = await signInAgain(app, ada);
  await ask('POST', '/settings/push', elsewhere.subscription);
  expect((await list(ada)).devices).toHaveLength(2);
  await ask('POST', '/auth/logout');

  expect((await list(ada)).devices).toMatchObject([{ isCurrent: true }]);
  await told(ada, '+447700900123');
  await ada.browser.next(0);
  expect(await lastWord(ada)).toHaveLength(1);
  expect(elsewhere.tries()).toBe(0);
});

test('who signs all other browsers out is told of things in this one alone', async () => {
  const ada = await aReachable();
  const elsewhere = service.aBrowser();
  await (await signInAgain(app, ada))('POST', '/settings/push', elsewhere.subscription);
  await ada.ask('DELETE', '/auth/sessions');
  await told(ada, '+447700900123');

  await ada.browser.next(0);
  await lastWord(ada);
  expect(elsewhere.tries()).toBe(0);
});

test('a closed account leaves no browser behind', async () => {
  const ada = await aReachable();
  await ada.prove();
  expect(await ada.ask('POST', '/settings/close-account', { password: 'Analytical1843' })).toMatchObject({
    status: 200,
  });

  const { accountId } = ada;
  const kept = async () =>
    (await sql`select from push.subscription where account_id = ${accountId}`.execute(database)).rows;
  await expect.poll(kept).toHaveLength(0);
});

test.each([404, 410])('a browser that its push service does not know any more (%s) is forgotten', async (status) => {
  const ada = await aReachable();
  ada.browser.answerWith({ status });
  await told(ada, '+447700900123');

  await expect.poll(async () => (await list(ada)).devices).toEqual([]);
  expect(ada.browser.received).toEqual([]);
});

test.each([{ status: 429, retryAfter: '1' }, { status: 503 }, { status: 500 }])(
  'what a push service cannot take now ($status) is sent again',
  async (answer) => {
    const ada = await aReachable();
    ada.browser.answerWith(answer);
    await told(ada, '+447700900123');

    const { content } = await ada.browser.next(0);
    expect(content.body).toContain('+447700900123');
    expect(ada.browser.tries()).toBe(2);
  },
);

test('what a push service refuses is not sent again, and the next message is', async () => {
  const ada = await aReachable();
  ada.browser.answerWith({ status: 413 });
  await told(ada, '+447700900123');
  await ada.browser.untilTried(1);

  expect(await lastWord(ada)).toEqual([]);
  expect(ada.browser.tries()).toBe(2);
});

test('the same browser again is one browser, and a new place of it takes the place of the old one', async () => {
  const ada = await aReachable();
  const moved = service.aBrowser();
  expect((await ada.ask('POST', '/settings/push', ada.browser.subscription)).status).toBe(201);
  expect((await ada.ask('POST', '/settings/push', moved.subscription)).status).toBe(201);
  expect((await list(ada)).devices).toHaveLength(1);
  await told(ada, '+447700900123');

  await moved.next(0);
  expect(ada.browser.tries()).toBe(0);
});

test('who knows where somebody else’s browser is reached can take it from nobody, and reads nothing of it', async () => {
  const ada = await aReachable();
  const thief = await apiCustomer(app);
  const { endpoint } = ada.browser.subscription;
  const { keys } = service.aBrowser().subscription;

  expect(await thief.ask('POST', '/settings/push', { endpoint, keys })).toMatchObject({
    status: 409,
    body: { code: 'push_endpoint_taken' },
  });
  await told(thief, '+447700900124');
  await told(ada, '+447700900123');
  expect((await ada.browser.next(0)).content.tag).toBe('message +447700900123');
  expect(await lastWord(ada)).toHaveLength(1);
  expect(JSON.stringify(await list(thief))).not.toContain(endpoint);
  expect(JSON.stringify((await ada.ask('GET', '/settings/export')).body)).not.toContain(endpoint);
});

test('a browser goes with whoever sits before it', async () => {
  const [ada, charles] = [await aReachable(), await apiCustomer(app)];
  expect((await charles.ask('POST', '/settings/push', ada.browser.subscription)).status).toBe(201);
  await told(ada, '+447700900123');
  await told(charles, '+447700900124');

  expect((await ada.browser.next(0)).content.tag).toBe('message +447700900124');
  expect((await list(ada)).devices).toEqual([]);
});

test('somebody else’s browser cannot be removed, and is not told from one that never was', async () => {
  const [ada, charles] = [await aReachable(), await apiCustomer(app)];
  const [device] = (await list(ada)).devices;

  expect(await charles.ask('DELETE', `/settings/push/${device?.id}`)).toMatchObject({ status: 404 });
  expect(await charles.ask('DELETE', '/settings/push/nothing')).toMatchObject({ status: 404 });
  expect(await ada.ask('DELETE', `/settings/push/${device?.id}`)).toEqual({ status: 200, body: { devices: [] } });
});

test.each([
  'https://localhost/push',
  'https://127.0.0.1/push',
  'https://[::1]/push',
  'https://10.0.0.7/push',
  'http://push.example.org/push',
  'http://127.0.0.1:1/push',
])('nothing is ever sent to %s', async (endpoint) => {
  const ada = await apiCustomer(app);
  const { keys } = service.aBrowser().subscription;

  expect(await ada.ask('POST', '/settings/push', { endpoint, keys })).toMatchObject({
    status: 400,
    body: { code: 'push_service_unknown' },
  });
  expect((await list(ada)).devices).toEqual([]);
});

test('of many browsers at once no more are taken than a person may have', async () => {
  const ada = await apiCustomer(app);
  await sql`insert into accounts.session (id, user_id, remembered, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), ${ada.userId}, true, now(), now(), now() + interval '1 day' from generate_series(1, 19)`.execute(
    database,
  );
  await sql`insert into push.subscription (id, user_id, account_id, session_id, endpoint, p256dh, auth, added_at)
    select gen_random_uuid(), user_id, ${ada.accountId}, id, 'https://push.example.org/' || id, 'p', 'a', now()
    from accounts.session where user_id = ${ada.userId} and id not in (
      select id from accounts.session where user_id = ${ada.userId} order by created_at limit 1)`.execute(database);
  const asks = await Promise.all([1, 2, 3].map(async () => await signInAgain(app, ada)));
  const added = await Promise.all(
    asks.map(async (ask) => await ask('POST', '/settings/push', service.aBrowser().subscription)),
  );

  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await list(ada)).devices).toHaveLength(20);
});

test('the key is the same after a restart; with another secret it is another, and every browser has to be added anew', async () => {
  const ada = await aReachable();
  const again = await testAppOn(url, settings);
  const sameSecret = await list({ ask: askAt(again.origin, ada.token) });
  expect(sameSecret.publicKey).toBe(publicKey);

  const elsewhere = await testDatabase();
  const first = await testAppOn(elsewhere.url, settings);
  const charles = await apiCustomer({ origin: first.origin, database: elsewhere.database });
  await charles.ask('POST', '/settings/push', service.aBrowser().subscription);
  const former = (await list(charles)).publicKey;
  const otherSecret = { ...settings, FARLINE_TOKEN_SECRET: 'another secret of a test, as long as the first' };
  await testAppOn(elsewhere.url, otherSecret);
  const { rows } = await sql<{ public_key: string; browsers: string }>`
    select public_key, (select count(*) from push.subscription) as browsers from push.key`.execute(elsewhere.database);
  expect(rows[0]?.public_key).not.toBe(former);
  expect(Number(rows[0]?.browsers)).toBe(0);
});
