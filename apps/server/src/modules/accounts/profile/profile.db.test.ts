import { user } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { recordAuditEvent } from '../index.ts';
import { anAddress, anEmail, authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const change = (token: string, body: object) => server.call('PATCH', '/auth/profile', { token, body });

test('a profile is shown as the contract has it', async () => {
  const { token } = await server.aCustomer();
  const reply = await server.call('GET', '/auth/profile', { token });

  expect(user.safeParse(reply.json<{ user: unknown }>().user).success).toBe(true);
});

test('each key of a profile changes alone', async () => {
  const { token } = await server.aCustomer({ phone: '+447700900123' });
  const before = (await server.call('GET', '/auth/profile', { token })).json<{ user: object }>().user;
  const changes = [
    { firstName: 'Grace' },
    { lastName: 'Hopper' },
    { phone: '+14155550100' },
    { timeZone: 'Asia/Kolkata' },
    { language: 'pt-BR' },
    { country: 'GB' },
  ];
  let expected = before;
  for (const one of changes) {
    const reply = await change(token, one);
    expected = { ...expected, ...one, ...('phone' in one ? { phoneE164: one.phone } : {}) };
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ user: expected });
  }
});

test('the country of a sign-up is kept, whatever number stands beside it, and what is no country is refused', async () => {
  const sentence = { country: 'Write a country as GB' };
  const person = { firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD, phone: '+14155550100' };
  const register = (email: string, country: string) =>
    server.call('POST', '/auth/register', { body: { ...person, email, country } });
  expect((await register('ada@home.example', 'GB')).json()).toMatchObject({
    user: { country: 'GB', phone: '+14155550100' },
  });
  for (const none of ['gb', 'ZZ', 'QQ']) {
    expect((await register('eve@home.example', none)).json()).toMatchObject({ errors: sentence });
  }
  const { token } = await server.aCustomer();
  expect((await change(token, { country: 'ZZ' })).json()).toMatchObject({ errors: sentence });
  for (const country of ['XK', 'AQ']) {
    expect((await change(token, { country })).json()).toMatchObject({ user: { country } });
  }
  const unsaid = await server.aCustomer();
  expect((await change(unsaid.token, {})).json()).toMatchObject({ user: { country: null } });
});

test('a phone is kept as typed, and beside it in E.164 only when it is that', async () => {
  const { token } = await server.aCustomer();

  expect((await change(token, { phone: '1234567890123456' })).json()).toMatchObject({
    user: { phone: '1234567890123456', phoneE164: null },
  });
  expect((await change(token, { phone: '+442079460000' })).json()).toMatchObject({
    user: { phone: '+442079460000', phoneE164: '+442079460000' },
  });
  expect((await change(token, { phone: '' })).json()).toMatchObject({ user: { phone: null, phoneE164: null } });
});

test("somebody else's address is refused with 409 and nothing changes", async () => {
  const other = await server.aCustomer();
  const { token, email } = await server.aCustomer();
  const reply = await change(token, {
    firstName: 'Grace',
    email: other.email.toUpperCase(),
    currentPassword: PASSWORD,
  });

  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'email_taken' });
  expect((await server.call('GET', '/auth/profile', { token })).json()).toMatchObject({
    user: { firstName: 'Ada', email },
  });
});

test('an address changes only with the current password, and a wrong one is counted', async () => {
  const { token, email, userId } = await server.aCustomer();
  const refused = async (body: object, sentence: string) => {
    const reply = await change(token, { firstName: 'Grace', email: anEmail(), ...body });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ errors: { currentPassword: sentence } });
  };
  await refused({}, 'Password is required');
  await refused({ currentPassword: '' }, 'Password is required');
  for (let tries = 0; tries < 10; tries += 1) {
    await refused({ currentPassword: 'Wrong-Horse-7' }, 'The current password is incorrect');
  }
  const late = await change(token, { email: anEmail(), currentPassword: PASSWORD });

  expect(late.statusCode).toBe(429);
  expect((await server.call('GET', '/auth/profile', { token })).json()).toMatchObject({
    user: { firstName: 'Ada', email },
  });
  const { rows } = await sql`select 1 from accounts.letter
    where user_id = ${userId} and kind <> 'confirm_email'`.execute(database);
  expect(rows).toEqual([]);
});

test('the address that is there already needs no password', async () => {
  const { token, email } = await server.aCustomer();
  const reply = await change(token, { firstName: 'Grace', email });

  expect(reply.json()).toMatchObject({ user: { firstName: 'Grace', email } });
});

test('another address is asked for five times an hour: no more mails go to the one before', async () => {
  const { token, userId } = await server.aCustomer();
  const move = () => change(token, { email: anEmail(), currentPassword: PASSWORD });
  for (let moves = 0; moves < 5; moves += 1) expect((await move()).statusCode).toBe(200);
  const sixth = await move();

  expect(sixth.statusCode).toBe(429);
  expect(sixth.headers['retry-after']).toBe('3600');
  const { rows } = await sql`select 1 from accounts.letter
    where user_id = ${userId} and kind = 'email_change_asked'`.execute(database);
  expect(rows).toHaveLength(5);
});

test('one place is told of five taken addresses an hour, whichever accounts ask, and by sign-ups as by changes', async () => {
  const address = anAddress();
  const other = await server.aCustomer();
  const asked = async (user: { token: string }, email = other.email) =>
    await server.call('PATCH', '/auth/profile', { token: user.token, address, body: { email } });
  const [one, two] = [await server.aCustomer({ isConfirmed: false }), await server.aCustomer({ isConfirmed: false })];
  const names = { firstName: 'Ada', lastName: 'Byron', password: PASSWORD };
  const signUp = { ...names, email: other.email };
  expect((await server.call('POST', '/auth/register', { address, body: signUp })).statusCode).toBe(409);
  for (const user of [one, one, two, two]) expect((await asked(user)).statusCode).toBe(409);

  expect((await asked(two)).statusCode).toBe(429);
  expect((await server.call('POST', '/auth/register', { address, body: signUp })).statusCode).toBe(429);
  // From elsewhere it is told as before.
  const elsewhere = await server.call('PATCH', '/auth/profile', { token: one.token, body: { email: other.email } });
  expect(elsewhere.statusCode).toBe(409);
});

test('one place asks for ten other addresses an hour, however many accounts it has: no more strangers are mailed', async () => {
  const address = anAddress();
  const asked = async ({ token }: { token: string }) =>
    (await server.call('PATCH', '/auth/profile', { token, address, body: { email: anEmail() } })).statusCode;
  for (let accounts = 0; accounts < 2; accounts += 1) {
    const user = await server.aCustomer({ isConfirmed: false });
    for (let moves = 0; moves < 5; moves += 1) expect(await asked(user)).toBe(200);
  }
  const third = await server.aCustomer({ isConfirmed: false });

  expect(await asked(third)).toBe(429);
  const { rows } = await sql`select 1 from accounts.letter
    where user_id = ${third.userId} and recipient <> ${third.email}`.execute(database);
  expect(rows).toEqual([]);
});

test('an address may change its own letter case, at once', async () => {
  const { token, email } = await server.aCustomer();

  expect((await change(token, { email: email.toUpperCase(), currentPassword: PASSWORD })).json()).toMatchObject({
    user: { email: email.toUpperCase(), pendingEmail: null, emailConfirmed: true },
  });
});

test('a changed address is told to the old one, before and after, and kept in the audit', async () => {
  const { token, email, userId } = await server.aCustomer();
  const newEmail = anEmail();
  await change(token, { email: newEmail, currentPassword: PASSWORD });
  const { code } = await server.proofsFor(newEmail);
  const told = () => server.mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
  expect(told()).toEqual(['Your Farline email address is about to change']);
  await server.call('POST', '/auth/confirm-email', { token, body: { code } });
  await server.runTick('send mails');

  expect(told().at(-1)).toBe('Your Farline email address was changed');
  const { rows } = await sql<object>`select actor, before->>'email' as old, after->>'email' as new from audit.event
    where subject = ${userId} and action = 'user.email_changed'`.execute(database);
  expect(rows).toEqual([{ actor: `user:${userId}`, old: email, new: newEmail }]);
});

test('role, state and ids cannot be changed by a profile', async () => {
  const { token } = await server.aCustomer();
  const before = (await server.call('GET', '/auth/profile', { token })).json<object>();
  const reply = await change(token, {
    role: 'operator',
    accountState: 'active',
    id: 'x',
    currency: 'EUR',
    numbers: [],
  });

  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual(before);
});

test('half a character in what is audited does not stop the change', async () => {
  const event = { actor: 'system', action: 'test.halved', accountId: null, subject: null, at: server.clock.now() };
  await recordAuditEvent(database, { ...event, before: { name: 'Desk' }, after: { name: 'Desk \ud83d' } });

  const { rows } = await sql`select before, after from audit.event where action = ${event.action}`.execute(database);
  expect(rows).toEqual([{ before: { name: 'Desk' }, after: { name: 'Desk \ufffd' } }]);
});

test('an audit event can be neither changed nor removed', async () => {
  await server.aCustomer();
  const refused = { message: 'audit.event is append-only' };

  await expect(sql`update audit.event set actor = 'nobody'`.execute(database)).rejects.toMatchObject(refused);
  await expect(sql`delete from audit.event`.execute(database)).rejects.toMatchObject(refused);
  await expect(sql`truncate audit.event`.execute(database)).rejects.toMatchObject(refused);
});
