import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { forgetFactors } from '../index.ts';
import { authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';
import { aCustomerWithApp, addApp, prove } from '../../../testing/accounts/second-factors.ts';
import { securityKey } from '../../../testing/accounts/security-key.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const MINUTE = 60_000;
const needsProof = async (token: string) =>
  (await server.call('POST', '/settings/factors/app-setup', { token })).json<{ code?: string }>().code ===
  'proof_needed';

test('without a second factor the password is the proof, for ten minutes and for this session alone', async () => {
  const { email, token } = await server.aCustomer();
  const other = (await server.signIn(email)).json<{ token: string }>().token;
  expect(await needsProof(token)).toBe(true);
  expect((await server.call('GET', '/auth/proof', { token })).json()).toEqual({ ways: ['password'] });

  const reply = await prove(server, token);
  expect(reply.json()).toEqual({ provedUntil: new Date(server.clock.now().getTime() + 10 * MINUTE).toISOString() });
  expect(await needsProof(token)).toBe(false);
  expect(await needsProof(other)).toBe(true);
  server.clock.pass(10 * MINUTE + 1);
  expect(await needsProof(token)).toBe(true);
});

test('a wrong password proves nothing, and guessing it is limited', async () => {
  const { token } = await server.aCustomer();
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await prove(server, token, { by: 'password', password: 'Wrong-Horse-7' })).statusCode);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  expect(await needsProof(token)).toBe(true);
});

test('with a second factor the password proves nothing, and a proof by it from before counts no more', async () => {
  const { email, token } = await server.aCustomer();
  const other = (await server.signIn(email)).json<{ token: string }>().token;
  await prove(server, other);
  await prove(server, token);
  const app = await addApp(server, token);

  expect(await needsProof(token), 'whoever adds it has it at hand').toBe(false);
  expect(await needsProof(other)).toBe(true);
  expect((await prove(server, other)).json()).toMatchObject({ code: 'proof_needed' });
  server.clock.pass(MINUTE);
  expect((await server.call('GET', '/auth/proof', { token: other })).json()).toEqual({
    ways: ['app', 'recovery_code'],
  });
  expect((await prove(server, other, { by: 'app', code: app.codeAt(server.clock.now()) })).statusCode).toBe(200);
  expect(await needsProof(other)).toBe(false);
});

test('a code proves once, and not what another session signed', async () => {
  const { token, code, app } = await aCustomerWithApp(server);
  const shown = code();
  expect((await prove(server, token, { by: 'app', code: shown })).statusCode).toBe(200);
  expect((await prove(server, token, { by: 'app', code: shown })).json()).toMatchObject({ code: 'wrong_step_code' });
  const [recovery = ''] = app.recoveryCodes;
  expect((await prove(server, token, { by: 'recovery_code', code: recovery })).statusCode).toBe(200);
  expect((await prove(server, token, { by: 'recovery_code', code: recovery })).statusCode).toBe(400);
});

test('guessing codes in a signed-in browser is limited', async () => {
  const { token, code } = await aCustomerWithApp(server);
  const wrong = code() === '000000' ? '000001' : '000000';
  const address = '2001:db8:9::1';
  const guess = async () =>
    (await server.call('POST', '/auth/proof', { token, address, body: { proof: { by: 'app', code: wrong } } }))
      .statusCode;
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push(await guess());

  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test('a passkey proves for the session that it was asked by', async () => {
  const { email, token, userId } = await server.aCustomer();
  await prove(server, token);
  const key = securityKey(userId);
  const made = await server.call('POST', '/settings/factors/passkey-options', { token });
  const credential = key.create(made.json<{ options: { challenge: string } }>().options);
  await server.call('POST', '/settings/factors/passkeys', { token, body: { name: 'Laptop', credential } });
  const options = async () =>
    (await server.call('POST', '/auth/proof/passkey-options', { token })).json<{ options: { challenge: string } }>()
      .options;
  const signedIn = await server.call('POST', '/auth/passkey-options');
  const other = await server.call('POST', '/auth/passkey', {
    body: { credential: key.get(signedIn.json<{ options: { challenge: string } }>().options) },
  });
  const otherToken = other.json<{ token: string }>().token;
  expect(await needsProof(otherToken), `${email} has just shown the passkey`).toBe(false);

  const answer = async () => ({ by: 'passkey', credential: key.get(await options()) });
  expect((await prove(server, otherToken, await answer())).statusCode).toBe(400);
  server.clock.pass(11 * MINUTE);
  const later = (await server.signIn(email)).json<{ code: string }>();
  expect(later.code).toBe('second_step_needed');
  expect(await needsProof(token)).toBe(true);
  expect((await prove(server, token, await answer())).statusCode).toBe(200);
  expect(await needsProof(token)).toBe(false);
});

test('who has a second factor changes the password, the address or closes the account with it alone', async () => {
  const { token, code } = await aCustomerWithApp(server);
  server.clock.pass(11 * MINUTE);
  const acts = [
    ['POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Battery-Staple-8' }],
    ['PATCH', '/auth/profile', { email: 'other@example.org', currentPassword: PASSWORD }],
    ['POST', '/settings/close-account', { password: PASSWORD }],
    ['POST', '/settings/factors/recovery-codes', {}],
    ['POST', '/settings/sip-phones', { name: 'Desk phone', password: PASSWORD }],
  ] as const;
  for (const [method, path, body] of acts) {
    const refused = await server.call(method, path, { token, body });
    expect(refused.json(), path).toMatchObject({ code: 'proof_needed' });
  }
  expect((await server.call('PATCH', '/auth/profile', { token, body: { firstName: 'Augusta' } })).statusCode).toBe(200);

  await prove(server, token, { by: 'app', code: code() });
  const [change] = acts;
  expect((await server.call(change[0], change[1], { token, body: change[2] })).statusCode).toBe(200);
});

test('a SIP phone is made for whoever gives the password, or has proved it', async () => {
  const { token } = await server.aCustomer();
  const make = async (more: object = {}) =>
    await server.call('POST', '/settings/sip-phones', { token, body: { name: 'Desk phone', ...more } });

  expect((await make()).json()).toMatchObject({ code: 'proof_needed' });
  expect((await make({ password: 'Wrong-Horse-7' })).json()).toMatchObject({ code: 'wrong_password' });
  expect((await make({ password: PASSWORD })).statusCode).toBe(201);
  await prove(server, token);
  expect((await make()).statusCode).toBe(201);
});

test('factors are named and listed by their owner alone, and every change is told by mail', async () => {
  const [owner, other] = [await aCustomerWithApp(server), await server.aCustomer()];
  const path = `/settings/factors/${owner.app.id}`;
  const body = { name: 'New telephone' };

  expect((await server.call('PATCH', path, { token: other.token, body })).statusCode).toBe(404);
  expect((await server.call('PATCH', path, { token: owner.token, body })).json()).toMatchObject({ factor: body });
  expect((await server.call('GET', '/settings/factors', { token: other.token })).json()).toEqual({
    factors: [],
    recoveryCodesLeft: 0,
  });
  const made = await server.call('POST', '/settings/factors/recovery-codes', { token: owner.token });
  const { recoveryCodes } = made.json<{ recoveryCodes: string[] }>();
  expect(recoveryCodes).toHaveLength(10);
  const [old = ''] = owner.app.recoveryCodes;
  expect((await prove(server, owner.token, { by: 'recovery_code', code: old })).statusCode).toBe(400);
  expect((await server.call('DELETE', path, { token: owner.token })).statusCode).toBe(200);
  expect((await server.call('GET', '/settings/factors', { token: owner.token })).json()).toMatchObject({
    recoveryCodesLeft: 0,
  });

  await server.runTick('send mails');
  const told = server.mails.filter((mail) => mail.to === owner.email).map((mail) => mail.subject);
  expect(told).toHaveLength(3);
  expect(new Set(told)).toEqual(
    new Set([
      'An authenticator app was added to your Farline account',
      'New recovery codes for your Farline account',
      'An authenticator app was removed from your Farline account',
    ]),
  );
});

test('an operator takes every factor away from somebody who has lost them, once, and they are told', async () => {
  const { email, userId } = await aCustomerWithApp(server);
  const act = { userId, actor: 'operator:grace', at: server.clock.now() };

  expect(await inTransaction(database, (tx) => forgetFactors(tx, act))).toBe(true);
  expect(await inTransaction(database, (tx) => forgetFactors(tx, act))).toBe(false);
  expect((await server.signIn(email)).statusCode).toBe(200);
  await server.runTick('send mails');
  const subject = 'The second step of your Farline account was removed';
  expect(server.mails.filter((mail) => mail.to === email && mail.subject === subject)).toHaveLength(1);
});

test('recovery codes are made for nobody without a second factor', async () => {
  const { token } = await server.aCustomer();
  await prove(server, token);

  const reply = await server.call('POST', '/settings/factors/recovery-codes', { token });
  expect(reply.json()).toMatchObject({ code: 'no_factor' });
});

test('no secret, code or key stands in the database, the log or an answer after it was shown', async () => {
  const customer = await server.aCustomer();
  await prove(server, customer.token);
  const setup = await server.call('POST', '/settings/factors/app-setup', { token: customer.token });
  const { secret } = setup.json<{ secret: string }>();
  const app = await addApp(server, customer.token);
  const answers = [
    await server.call('GET', '/settings/factors', { token: customer.token }),
    await server.call('GET', '/settings/export', { token: customer.token }),
  ].map((answer) => answer.body);
  const { rows } = await sql<{ row: string }>`
    select f::text as row from accounts.factor f union all select c::text from accounts.recovery_code c`.execute(
    database,
  );

  for (const text of [...answers, ...server.logged, ...rows.map(({ row }) => row)]) {
    for (const hidden of [secret, ...app.recoveryCodes]) expect(text).not.toContain(hidden);
  }
  expect(answers[1]).toContain('"secondFactors"');
});
