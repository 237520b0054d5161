import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { authServer, PASSWORD, refreshCookie } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const refresh = (cookie: string) => server.call('POST', '/auth/refresh', { cookie });
const profile = (token: string) => server.call('GET', '/auth/profile', { token });

test('a refresh gives a new access token and a new refresh token', async () => {
  const { cookie, token } = await server.aCustomer();
  server.clock.pass(14 * MINUTE);
  const reply = await refresh(cookie);

  expect(reply.statusCode).toBe(200);
  const refreshed = reply.json<{ token: string; expiresAt: string }>();
  expect(refreshed.token).not.toBe(token);
  expect(Date.parse(refreshed.expiresAt) - server.clock.now().getTime()).toBeGreaterThan(14 * MINUTE);
  expect(refreshCookie(reply).value).not.toBe(cookie);
  expect((await profile(refreshed.token)).statusCode).toBe(200);
});

test('an access token lives 15 minutes', async () => {
  const { token } = await server.aCustomer();
  server.clock.pass(15 * MINUTE - 2 * SECOND);
  expect((await profile(token)).statusCode).toBe(200);
  server.clock.pass(3 * SECOND);
  expect((await profile(token)).statusCode).toBe(401);
});

test('ten refreshes at once with one token all go on with the same next token', async () => {
  const { cookie } = await server.aCustomer();
  const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)));

  expect(replies.map((reply) => reply.statusCode)).toEqual(Array(10).fill(200));
  expect(new Set(replies.map((reply) => refreshCookie(reply).value)).size).toBe(1);
});

test('a replaced token stays good for 30 s, also when its successor was replaced too', async () => {
  const { cookie } = await server.aCustomer();
  const second = refreshCookie(await refresh(cookie)).value;
  server.clock.pass(10 * SECOND);
  const third = refreshCookie(await refresh(second)).value;
  server.clock.pass(19 * SECOND);
  const again = await refresh(cookie);

  expect(again.statusCode).toBe(200);
  expect(refreshCookie(again).value).toBe(third);
});

test('a token that is used again after 30 s ends the whole session, and the audit tells', async () => {
  const { cookie, userId } = await server.aCustomer();
  const reply = await refresh(cookie);
  const { token } = reply.json<{ token: string }>();
  expect((await profile(token)).statusCode).toBe(200);
  server.clock.pass(31 * SECOND);
  const reused = await refresh(cookie);

  expect(reused.statusCode).toBe(401);
  expect(reused.json()).toMatchObject({ code: 'session_ended' });
  expect(refreshCookie(reused).value).toBe('');
  expect((await refresh(refreshCookie(reply).value)).statusCode).toBe(401);
  expect((await profile(token)).statusCode).toBe(401);
  const { rows } = await sql<{ actor: string }>`
    select actor from audit.event where subject = ${userId} and action = 'session.token_reused'`.execute(database);
  expect(rows).toEqual([{ actor: 'system' }]);
});

test('a token that was replaced 29 days ago still ends its session; after 30 it is unknown, and the session goes on', async () => {
  const { email } = await server.aCustomer();
  const remembered = async () => refreshCookie(await server.signIn(email, PASSWORD, { remember: true })).value;
  const [stolen, forgotten] = [await remembered(), await remembered()];
  const mine = [refreshCookie(await refresh(stolen)).value, refreshCookie(await refresh(forgotten)).value];
  server.clock.pass(29 * DAY);
  await server.runTick('forget old sessions');
  const kept = await Promise.all(mine.map(async (cookie) => refreshCookie(await refresh(cookie)).value));

  expect((await refresh(stolen)).statusCode).toBe(401);
  expect((await refresh(kept[0] ?? '')).statusCode).toBe(401);
  server.clock.pass(2 * DAY);
  await server.runTick('forget old sessions');
  expect((await refresh(forgotten)).statusCode).toBe(401);
  expect((await refresh(kept[1] ?? '')).statusCode).toBe(200);
});

test('the reuse of one session leaves the other sessions of the user alone', async () => {
  const { email, cookie } = await server.aCustomer();
  const other = refreshCookie(await server.signIn(email)).value;
  await refresh(cookie);
  server.clock.pass(MINUTE);
  await refresh(cookie);

  expect((await refresh(other)).statusCode).toBe(200);
});

test('a session that is used goes on; unused, it ends after a day, or after 30 if it is remembered', async () => {
  const { email } = await server.aCustomer();
  const cookie = refreshCookie(await server.signIn(email, PASSWORD)).value;
  const remembered = refreshCookie(await server.signIn(email, PASSWORD, { remember: true })).value;
  server.clock.pass(0.9 * DAY);
  const second = refreshCookie(await refresh(cookie)).value;
  server.clock.pass(0.9 * DAY);
  const third = await refresh(second);
  expect(third.statusCode).toBe(200);

  server.clock.pass(1.1 * DAY);
  expect((await refresh(refreshCookie(third).value)).statusCode).toBe(401);
  server.clock.pass(26 * DAY);
  const late = await refresh(remembered);
  expect(late.statusCode).toBe(200);
  expect(Number(refreshCookie(late).expires)).toBeGreaterThan(server.clock.now().getTime() + 29 * DAY);
});

test.each(['', 'nonsense', 'x'.repeat(5_000)])('a refresh with the cookie "%.12s" is 401', async (cookie) => {
  const reply = await refresh(cookie);

  expect(reply.statusCode).toBe(401);
});

test('signing out ends the session at once and for ever, and never fails', async () => {
  const { token, cookie } = await server.aCustomer();
  expect((await profile(token)).statusCode).toBe(200);
  const reply = await server.call('POST', '/auth/logout', { token, cookie });

  expect(reply.statusCode).toBe(200);
  expect(refreshCookie(reply).value).toBe('');
  expect((await profile(token)).statusCode).toBe(401);
  expect((await refresh(cookie)).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/logout', { token, cookie })).statusCode).toBe(200);
  expect((await server.call('POST', '/auth/logout')).statusCode).toBe(200);
});

test('signing out with the cookie alone ends the session too', async () => {
  const { token, cookie } = await server.aCustomer();
  await server.call('POST', '/auth/logout', { cookie });

  expect((await profile(token)).statusCode).toBe(401);
});

test('a session that ended on another server is noticed within three seconds', async () => {
  const { token, cookie } = await server.aCustomer();
  const other = await authServer(database, { startAt: server.clock.now() });
  expect((await other.call('GET', '/auth/profile', { token })).statusCode).toBe(200);
  await server.call('POST', '/auth/logout', { token, cookie });
  other.clock.pass(3 * SECOND);

  expect((await other.call('GET', '/auth/profile', { token })).statusCode).toBe(401);
});

test('a token that this server did not sign is no token', async () => {
  const { token } = await server.aCustomer();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString();
  const encode = (value: string) => Buffer.from(value).toString('base64url');
  const forge = (head: string, key: string) =>
    `${head}.${payload}.${createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url')}`;
  const other = await server.aCustomer();
  const forged = [
    `${header}.${encode(text.replace('farline', 'elsewhere'))}.${signature}`,
    `${encode('{"alg":"none"}')}.${payload}.`,
    forge(header, 'guessed'),
    // The secret itself signs nothing: each purpose has its own key.
    forge(header, 'a secret of the tests, longer than 32 characters'),
    `${header}.${payload}.${other.token.split('.')[2]}`,
    `${header}.${payload}`,
    '',
  ];

  const replies = await Promise.all(forged.map(profile));
  expect(replies.map((reply) => reply.statusCode)).toEqual(forged.map(() => 401));
  expect((await profile(token)).statusCode).toBe(200);
});

test('a session is looked up in the database once in three seconds, not at every request', async () => {
  const { token, userId } = await server.aCustomer();
  await server.accounts.authenticate(token);
  // Ended behind the server's back: only a look at the database can tell.
  await sql`update accounts.session set ended_at = now(), ended_because = 'operator'
    where user_id = ${userId}`.execute(database);

  expect(await server.accounts.authenticate(token)).toMatchObject({ identity: { userId } });
  server.clock.pass(3 * SECOND);
  expect(await server.accounts.authenticate(token)).toBeNull();
});

test('sessions and tokens long past are forgotten, those in use stay', async () => {
  const gone = await server.aCustomer();
  await server.call('POST', '/auth/logout', { cookie: gone.cookie });
  const { email } = await server.aCustomer();
  let cookie = refreshCookie(await server.signIn(email, PASSWORD, { remember: true })).value;
  for (let week = 0; week < 6; week += 1) {
    cookie = refreshCookie(await refresh(cookie)).value;
    server.clock.pass(7 * DAY);
  }
  await server.runTick('forget old sessions');
  const { rows } = await sql<{ sessions: bigint; tokens: bigint }>`
    select (select count(*) from accounts.session where user_id = ${gone.userId}) as sessions,
      (select count(*) from accounts.refresh_token t join accounts.session s on s.id = t.session_id
        join accounts.user u on u.id = s.user_id where u.email = ${email} and s.remembered) as tokens`.execute(
    database,
  );

  expect(rows[0]?.sessions).toBe(0n);
  expect(Number(rows[0]?.tokens)).toBeLessThan(7);
  expect((await refresh(cookie)).statusCode).toBe(200);
});

test('a session ends 90 days after it began, however much it is used', async () => {
  const { token, cookie: first } = await server.aCustomer();
  let cookie = first;
  let access = token;
  for (let week = 0; week < 12; week += 1) {
    server.clock.pass(7 * DAY);
    const reply = await server.call('POST', '/auth/refresh', { cookie });
    expect(reply.statusCode).toBe(200);
    cookie = refreshCookie(reply).value;
    access = reply.json<{ token: string }>().token;
  }
  server.clock.pass(5.99 * DAY);
  const last = await server.call('POST', '/auth/refresh', { cookie });
  expect(last.statusCode).toBe(200);
  expect(Number(refreshCookie(last).expires) - server.clock.now().getTime()).toBeLessThan(0.02 * DAY);

  server.clock.pass(0.02 * DAY);
  const over = await server.call('POST', '/auth/refresh', { cookie: refreshCookie(last).value });
  expect(over.statusCode).toBe(401);
  expect((await server.call('GET', '/auth/profile', { token: access })).statusCode).toBe(401);
});
