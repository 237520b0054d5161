import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { waitingStatements } from '../../../testing/waiting-statements.ts';
import { authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const refresh = (cookie: string) => server.call('POST', '/auth/refresh', { cookie });
const profile = (token: string) => server.call('GET', '/auth/profile', { token });

test('a client without cookies renews its session by its access token, for as long as the session lives', async () => {
  const { email } = await server.aCustomer();
  const { token } = (await server.signIn(email)).json<{ token: string }>();
  let held = token;
  for (let renewal = 0; renewal < 3; renewal += 1) {
    server.clock.pass(14 * MINUTE);
    const reply = await server.call('POST', '/auth/refresh', { token: held });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.cookies).toEqual([]);
    held = reply.json<{ token: string }>().token;
    expect((await profile(held)).statusCode).toBe(200);
  }
  await server.call('POST', '/auth/logout', { token: held });
  expect((await server.call('POST', '/auth/refresh', { token: held })).statusCode).toBe(401);
});

test('an access token renews its session for an hour past its own end, opens nothing in that hour, and is void after it', async () => {
  const { email } = await server.aCustomer();
  const { token } = (await server.signIn(email)).json<{ token: string }>();
  server.clock.pass(15 * MINUTE + 59 * MINUTE);
  expect((await profile(token)).statusCode).toBe(401);
  const reply = await server.call('POST', '/auth/refresh', { token });
  expect(reply.statusCode, reply.body).toBe(200);
  const { token: next } = reply.json<{ token: string }>();
  expect((await profile(next)).statusCode).toBe(200);

  server.clock.pass(15 * MINUTE + 60 * MINUTE);
  const late = await server.call('POST', '/auth/refresh', { token: next });
  expect(late.statusCode).toBe(401);
  expect(late.json()).toMatchObject({ code: 'session_ended' });
});

test('an access token past its end ends its session where that signs out, and then renews nothing', async () => {
  const { email } = await server.aCustomer();
  const { token } = (await server.signIn(email)).json<{ token: string }>();
  server.clock.pass(30 * MINUTE);
  await server.call('POST', '/auth/logout', { token });
  expect((await server.call('POST', '/auth/refresh', { token })).statusCode).toBe(401);
});

test('an access token of a session whose cookie has been used renews nothing, nor does no token at all', async () => {
  const { cookie, token } = await server.aCustomer();
  const refreshed = (await refresh(cookie)).json<{ token: string }>();
  for (const held of [token, refreshed.token]) {
    const reply = await server.call('POST', '/auth/refresh', { token: held });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ code: 'session_ended' });
    expect((await profile(held)).statusCode).toBe(200);
  }
  server.clock.pass(15 * MINUTE + 2 * SECOND);
  expect((await server.call('POST', '/auth/refresh', { token: refreshed.token })).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/refresh')).statusCode).toBe(401);
});

test('a renewal by the access token that meets one by the cookie is refused', async () => {
  const { token } = await server.aCustomer();
  const sessionId = String(decodeJwt(token)['sid']);
  const at = server.clock.now();
  const late = await inTransaction(database, async (tx) => {
    await sql`update accounts.session set last_seen_at = ${at} where id = ${sessionId}`.execute(tx);
    await sql`update accounts.refresh_token set replaced_at = ${at} where session_id = ${sessionId}`.execute(tx);
    const asked = server.call('POST', '/auth/refresh', { token });
    await expect.poll(async () => await waitingStatements(database, 'accounts.session')).toBe(1);
    return { asked };
  });
  expect((await late.asked).statusCode).toBe(401);
});

test('each renewal by the access token alone moves the end of the session, up to 30 days after it began', async () => {
  const { email } = await server.aCustomer();
  const { token } = (await server.signIn(email, PASSWORD, { remember: false })).json<{ token: string }>();
  const sessionId = String(decodeJwt(token)['sid']);
  const session = async () => {
    const { rows } = await sql<{ begun: Date; end: Date }>`
      select created_at as begun, expires_at as end from accounts.session where id = ${sessionId}`.execute(database);
    return { begunMs: rows[0]?.begun.getTime() ?? 0, endMs: rows[0]?.end.getTime() ?? 0 };
  };
  const first = await session();
  server.clock.pass(10 * MINUTE);
  await server.call('POST', '/auth/refresh', { token });
  expect((await session()).endMs - first.endMs).toBe(10 * MINUTE);

  await sql`update accounts.session set created_at = created_at - interval '29 days 12 hours' where id = ${sessionId}`.execute(
    database,
  );
  await server.call('POST', '/auth/refresh', { token });
  const last = await session();
  expect(last.endMs - last.begunMs).toBe(30 * DAY);
});
