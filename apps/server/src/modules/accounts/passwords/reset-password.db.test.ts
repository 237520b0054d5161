import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anAddress, anEmail, authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const MINUTE = 60_000;
const NEW_PASSWORD = 'Battery-Staple-8';
const SUBJECT = 'Choose a new password';

const forgot = async (email: string, address = anAddress()) =>
  await server.call('POST', '/auth/forgot-password', { body: { email }, address });
const reset = async (token: string, cookie?: string) =>
  await server.call('POST', '/auth/reset-password', {
    body: { token, newPassword: NEW_PASSWORD },
    ...(cookie === undefined ? {} : { cookie }),
  });
const close = async (token: string) =>
  expect(
    (await server.call('POST', '/settings/close-account', { token, body: { password: PASSWORD } })).statusCode,
  ).toBe(200);
const resetMailsTo = (email: string) =>
  server.mails.filter((mail) => mail.to === email && mail.subject.includes(SUBJECT));

async function resetToken(email: string): Promise<string> {
  await forgot(email);
  await server.runTick('send mails');
  const [, token = ''] = /token=([\w-]+)/.exec(resetMailsTo(email).at(-1)?.text ?? '') ?? [];
  return token;
}

test('a reset mail that waits while its account is closed never goes out', async () => {
  const { email, token, userId } = await server.aCustomer();
  await forgot(email);
  server.mailFault.error = new Error('the post office is closed');
  await server.runTick('send mails');
  await close(token);
  server.mailFault.error = null;
  server.clock.pass(MINUTE);
  await server.runTick('send mails');

  expect(resetMailsTo(email)).toEqual([]);
  const { rows } = await sql`select from accounts.password_reset_token
    where user_id = ${userId} and used_at is null`.execute(database);
  expect(rows).toEqual([]);
});

test('no link sets the password of a closed account, also one that was made as it closed', async () => {
  const { email, token, accountId } = await server.aCustomer();
  const link = await resetToken(email);
  await sql`update accounts.account set state = 'closed' where id = ${accountId}`.execute(database);

  expect((await reset(link)).json()).toMatchObject({ code: 'reset_link_invalid' });
  expect((await server.call('GET', '/auth/profile', { token })).statusCode).toBe(401);
});

test('a reset in the browser of another account leaves that one signed in', async () => {
  const [asking, signedIn] = [await server.aCustomer(), await server.aCustomer()];
  const reply = await reset(await resetToken(asking.email), signedIn.cookie);

  expect(reply.statusCode).toBe(200);
  expect(reply.cookies).toEqual([]);
  expect((await server.call('POST', '/auth/refresh', { cookie: signedIn.cookie })).statusCode).toBe(200);
});

test('a reset takes the cookie of a session that it ends', async () => {
  const { email, cookie } = await server.aCustomer();
  const reply = await reset(await resetToken(email), cookie);

  expect(reply.cookies).toMatchObject([{ name: 'farline_refresh', value: '' }]);
});

test('a site that asks from ever other networks of its own is refused as ten of them are, and another is not', async () => {
  const site = `2001:db8:${randomInt(0x10000).toString(16)}`;
  const ask = async (address: string) => (await forgot(anEmail(), address)).statusCode;
  const statuses: number[] = [];
  for (let asked = 0; asked < 201; asked += 1) statuses.push(await ask(`${site}:${asked.toString(16)}::1`));

  expect(statuses.slice(0, 200)).toEqual(Array<number>(200).fill(200));
  expect(statuses.at(-1)).toBe(429);
  expect(await ask(anAddress())).toBe(200);
});
