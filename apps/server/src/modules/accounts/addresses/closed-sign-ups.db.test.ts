import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anEmail, authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';
import { addApp } from '../../../testing/accounts/second-factors.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { findAccount } from '../index.ts';

/** What is left of accounts that ended before their address was confirmed. */

const { database } = await testDatabase();
const server = await authServer(database);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const newcomer = async (email = anEmail()) => await server.aCustomer({ email, isConfirmed: false });
const signUp = async (email: string) =>
  await server.call('POST', '/auth/register', {
    body: { firstName: 'Ada', lastName: 'Byron', email, password: PASSWORD },
  });
const openLink = async (token: string) =>
  await server.call('POST', '/auth/confirm-email/link', { body: { token, password: PASSWORD } });
const profile = async (token: string) =>
  (await server.call('GET', '/auth/profile', { token })).json<{ user: Record<string, unknown> }>().user;

test('the link of an account that was closed confirms nothing, and closes nobody’s', async () => {
  const eve = await newcomer();
  const { token: link } = await server.proofsFor(eve.email);
  await server.call('POST', '/settings/close-account', { token: eve.token, body: { password: PASSWORD } });
  expect((await openLink(link)).json()).toMatchObject({ code: 'confirm_link_invalid' });

  const again = await signUp(eve.email);
  expect(again.statusCode).toBe(201);
  expect((await openLink(link)).json()).toMatchObject({ code: 'confirm_link_invalid' });
  const { token } = again.json<{ token: string }>();
  expect(await profile(token)).toMatchObject({ email: eve.email });
});

test('no address that somebody signs up with stands in the way of one that is let go', async () => {
  const eve = await newcomer();
  const inTheWay = await newcomer(`${eve.userId}@unconfirmed.invalid`);
  expect((await signUp(eve.email)).statusCode).toBe(201);
  expect(await profile(inTheWay.token)).toMatchObject({ emailConfirmed: false });
});

test('an account that cannot be closed keeps none behind it open', async () => {
  const [first, behind] = [await newcomer(), await newcomer()];
  const last = await newcomer();
  // As somebody could have it before that was kept from them.
  await sql`update accounts.user set email = ${`${first.userId}!@unconfirmed.invalid`} where id = ${last.userId}`.execute(
    database,
  );
  server.clock.pass(7 * DAY + MINUTE);

  await server.runTick('close accounts that nobody confirmed');

  expect((await findAccount(database, first.accountId))?.state).not.toBe('closed');
  expect((await findAccount(database, behind.accountId))?.state).toBe('closed');
});

test('a sign-up that nobody confirmed leaves nothing personal behind but in the audit', async () => {
  const { token, userId, accountId } = await newcomer();
  expect((await server.call('PATCH', '/auth/profile', { token, body: { country: 'FJ' } })).statusCode).toBe(200);
  expect(await sendPicture(token)).toBe(200);
  await server.call('POST', '/auth/proof', { token, body: { proof: { by: 'password', password: PASSWORD } } });
  await addApp(server, token, 'Zebedee’s telephone');
  expect(await leftOf(userId)).toEqual({ firstName: 'Ada', country: 'FJ', pictures: 1, factors: 1, codes: 10 });

  server.clock.pass(7 * DAY + MINUTE);
  await server.runTick('close accounts that nobody confirmed');
  expect((await findAccount(database, accountId))?.state).toBe('closed');
  expect(await leftOf(userId)).toEqual({ firstName: '–', country: null, pictures: 0, factors: 0, codes: 0 });
});

test('whoever closes an account leaves no picture behind', async () => {
  const { token, userId } = await server.aCustomer();
  expect(await sendPicture(token)).toBe(200);
  await server.call('POST', '/settings/close-account', { token, body: { password: PASSWORD } });

  expect(await leftOf(userId)).toMatchObject({ firstName: 'Ada', pictures: 0 });
});

async function sendPicture(token: string): Promise<number> {
  const form = new FormData();
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)]);
  form.set('file', new Blob([Uint8Array.from(png)], { type: 'image/png' }), 'me.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/profile/picture',
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return reply.statusCode;
}

/** What of a user is there yet. */
async function leftOf(userId: string): Promise<unknown> {
  const { rows } = await sql`
    select first_name as "firstName", country,
      (select count(*)::int from accounts.picture where picture.user_id = "user".id) as pictures,
      (select count(*)::int from accounts.factor where factor.user_id = "user".id) as factors,
      (select count(*)::int from accounts.recovery_code where recovery_code.user_id = "user".id) as codes
    from accounts.user where id = ${userId}`.execute(database);
  return rows[0];
}
