import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { anAddress, anEmail, authServer, PASSWORD, refreshCookie } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const NEW_PASSWORD = 'Battery-Staple-8';
const MINUTE = 60_000;

const forgot = (email: string, address = anAddress()) =>
  server.call('POST', '/auth/forgot-password', { body: { email }, address });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  server.call('POST', '/auth/reset-password', { body: { token, newPassword } });
const deliver = () => server.runTick('send mails');
const profile = (token: string) => server.call('GET', '/auth/profile', { token });

/** Asks for a link and opens the mail that brings it. */
async function resetToken(email: string): Promise<string> {
  await forgot(email);
  await deliver();
  const mail = server.mails.findLast((one) => one.to === email && one.subject.includes('Choose a new password'));
  const [, token] = /http:\/\/localhost:4001\/reset-password\?token=([\w-]+)\n/.exec(mail?.text ?? '') ?? [];
  if (token === undefined) throw new Error(`no link for ${email}`);
  return token;
}

test('whoever knows the current password changes it; other sessions end, this one stays', async () => {
  const { email, token, cookie } = await server.aCustomer();
  const other = await server.signIn(email);
  const otherToken = other.json<{ token: string }>().token;
  expect((await profile(otherToken)).statusCode).toBe(200);
  const reply = await server.call('POST', '/auth/change-password', {
    token,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });

  expect(reply.statusCode).toBe(200);
  expect((await profile(otherToken)).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/refresh', { cookie: refreshCookie(other).value })).statusCode).toBe(401);
  expect((await profile(token)).statusCode).toBe(200);
  expect((await server.call('POST', '/auth/refresh', { cookie })).statusCode).toBe(200);
  expect((await server.signIn(email)).statusCode).toBe(401);
  expect((await server.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  await deliver();
  expect(server.mails.filter((mail) => mail.to === email)).toMatchObject([
    { subject: 'Your Farline password was changed' },
  ]);
});

test('a wrong current password is 400, changes nothing and signs nobody out', async () => {
  const { email, token } = await server.aCustomer();
  const reply = await server.call('POST', '/auth/change-password', {
    token,
    body: { currentPassword: 'Wrong-Horse-7', newPassword: NEW_PASSWORD },
  });

  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'wrong_password', errors: { currentPassword: expect.any(String) } });
  expect((await profile(token)).statusCode).toBe(200);
  expect((await server.signIn(email)).statusCode).toBe(200);
});

test('guessing the current password is limited', async () => {
  const { token } = await server.aCustomer();
  const body = { currentPassword: 'Wrong-Horse-7', newPassword: NEW_PASSWORD };
  const replies = await Promise.all(
    Array.from({ length: 11 }, () => server.call('POST', '/auth/change-password', { token, body })),
  );

  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
});

test('whoever guesses in one browser keeps the owner out of no other', async () => {
  const { email, token } = await server.aCustomer();
  const guess = () =>
    server.call('POST', '/auth/change-password', {
      token,
      body: { currentPassword: 'Wrong-Horse-7', newPassword: NEW_PASSWORD },
    });
  for (let tries = 0; tries < 60; tries += 1) await guess();
  const { token: owners } = (await server.signIn(email)).json<{ token: string }>();
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

  expect((await guess()).statusCode).toBe(429);
  expect((await server.call('POST', '/auth/change-password', { token: owners, body })).statusCode).toBe(200);
});

test('of two changes at once one wins', async () => {
  const { email, token } = await server.aCustomer();
  const change = (newPassword: string) =>
    server.call('POST', '/auth/change-password', { token, body: { currentPassword: PASSWORD, newPassword } });
  const replies = await Promise.all([change('First-Choice-1'), change('Second-Choice-2')]);

  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
  const winner = replies[0]?.statusCode === 200 ? 'First-Choice-1' : 'Second-Choice-2';
  expect((await server.signIn(email, winner)).statusCode).toBe(200);
});

test('a forgotten password gets the same answer, known address or not, and one mail', async () => {
  const { email } = await server.aCustomer();
  const nobody = anEmail();
  const known = await forgot(email);
  const unknown = await forgot(nobody);
  await deliver();

  expect(known.statusCode).toBe(200);
  expect(unknown.statusCode).toBe(200);
  expect(unknown.body).toBe(known.body);
  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1);
  expect(server.mails.filter((mail) => mail.to === nobody)).toHaveLength(0);
});

test('a reset link sets the password once, ends every session, and tells by mail', async () => {
  const { email, token: accessToken, cookie } = await server.aCustomer();
  const token = await resetToken(email);
  const reply = await reset(token);

  expect(reply.statusCode).toBe(200);
  expect((await profile(accessToken)).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/refresh', { cookie })).statusCode).toBe(401);
  expect((await server.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  const again = await reset(token, 'Another-Choice-9');
  expect(again.statusCode).toBe(400);
  expect(again.json()).toMatchObject({ code: 'reset_link_invalid' });
  expect((await server.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  await deliver();
  const told = server.mails.findLast((mail) => mail.to === email);
  expect(told?.subject).toBe('Your Farline password was changed');
  expect(told?.text).not.toContain('SIP');
});

test('of two uses of one link at once, one sets the password', async () => {
  const { email } = await server.aCustomer();
  const token = await resetToken(email);
  const replies = await Promise.all([reset(token, 'First-Choice-1'), reset(token, 'Second-Choice-2')]);

  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
});

test('using one link uses up the others', async () => {
  const { email } = await server.aCustomer();
  const first = await resetToken(email);
  const second = await resetToken(email);

  expect(first).not.toBe(second);
  expect((await reset(first)).statusCode).toBe(200);
  expect((await reset(second)).statusCode).toBe(400);
});

test('a link is good for an hour', async () => {
  const { email } = await server.aCustomer();
  const late = await resetToken(email);
  server.clock.pass(61 * MINUTE);
  expect((await reset(late)).statusCode).toBe(400);
  const early = await resetToken(email);
  server.clock.pass(59 * MINUTE);
  expect((await reset(early)).statusCode).toBe(200);
});

test('a changed address makes older links useless', async () => {
  const { email, token } = await server.aCustomer();
  const beforeAddress = await resetToken(email);
  const newEmail = await moved(token);

  expect((await reset(beforeAddress)).statusCode).toBe(400);
  expect((await server.signIn(newEmail)).statusCode).toBe(200);
});

test('a mail in the queue goes to the address of now, not to a former one', async () => {
  const { email, token } = await server.aCustomer();
  await forgot(email);
  server.mailFault.error = new Error('the post office is closed');
  await deliver();
  server.mailFault.error = null;
  const newEmail = await moved(token);
  server.clock.pass(MINUTE);
  await deliver();

  expect(server.mails.filter((mail) => mail.text.includes('reset-password?token')).at(-1)?.to).toBe(newEmail);
});

test('a guessed token is refused', async () => {
  expect((await reset('guessed')).statusCode).toBe(400);
  expect((await reset('x'.repeat(256))).statusCode).toBe(400);
});

test('a reset clears the limit that the wrong passwords before it had filled', async () => {
  const { email } = await server.aCustomer();
  const address = anAddress();
  for (let tries = 0; tries < 11; tries += 1) await server.signIn(email, 'Wrong-Horse-7', { address });
  const token = await resetToken(email);
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: NEW_PASSWORD }, address });

  expect((await server.signIn(email, NEW_PASSWORD, { address })).statusCode).toBe(200);
});

test('a mailbox gets at most five reset mails an hour, and nobody is told', async () => {
  const { email } = await server.aCustomer();
  const replies = await Promise.all(Array.from({ length: 8 }, () => forgot(email)));
  await deliver();

  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(5);
});

test('reset mails that strangers asked for silence nobody who has signed in from where they are', async () => {
  const { email } = await server.aCustomer();
  const home = anAddress();
  await server.signIn(email, PASSWORD, { address: home });
  for (let asked = 0; asked < 6; asked += 1) await forgot(email);
  for (let asked = 0; asked < 6; asked += 1) await forgot(email, home);
  await deliver();

  expect(server.mails.filter((mail) => mail.to === email && mail.text.includes('reset-password?token'))).toHaveLength(
    10,
  );
});

test('forgotten passwords from one place are limited with 429', async () => {
  const address = anAddress();
  const replies = await Promise.all(Array.from({ length: 21 }, () => forgot(anEmail(), address)));

  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
});

test('mail that cannot be sent is kept, tried again later each time, and sent once', async () => {
  const { email } = await server.aCustomer();
  server.mailFault.error = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
  await forgot(email);
  await deliver();
  await deliver();
  expect(await queuedMailTo(email)).toMatchObject({ attempts: 1, last_error: 'ECONNREFUSED', sent_at: null });

  server.clock.pass(10_000);
  await deliver();
  expect(await queuedMailTo(email)).toMatchObject({ attempts: 2 });
  server.clock.pass(10 * MINUTE);
  server.mailFault.error = null;
  await deliver();
  await deliver();
  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1);
  expect(await queuedMailTo(email)).toMatchObject({ attempts: 3, last_error: null, sent_at: expect.any(Date) });
});

test('two workers at once send a mail once', async () => {
  const { email } = await server.aCustomer();
  await forgot(email);
  await Promise.all([deliver(), deliver(), deliver()]);

  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1);
});

test('a mail that a dying server had taken goes out from another', async () => {
  const { email } = await server.aCustomer();
  await forgot(email);
  await sql`update accounts.letter set attempts = 1, due_at = ${new Date(server.clock.now().getTime() + 2 * MINUTE)}
    where recipient = ${email} and kind = 'password_reset'`.execute(database);
  await deliver();
  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(0);
  server.clock.pass(2 * MINUTE);
  await deliver();
  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1);
});

test('no row ever holds a token that works', async () => {
  const { email } = await server.aCustomer();
  const token = await resetToken(email);
  const { rows } = await sql<{ dump: string }>`
    select (select string_agg(row_to_json(l)::text, '') from accounts.letter l)
      || (select string_agg(row_to_json(t)::text, '') from accounts.password_reset_token t) as dump`.execute(database);

  expect(rows[0]?.dump).not.toContain(token);
});

async function queuedMailTo(email: string) {
  const { rows } = await sql<{ attempts: number; last_error: string | null; sent_at: Date | null }>`
    select attempts, last_error, sent_at from accounts.letter
    where recipient = ${email} and kind = 'password_reset'`.execute(database);
  return rows[0];
}

test.each([
  ['Password1', 'This password is one of the most common: please choose another'],
  ['Byron123', 'This password is your own name or email address: please choose another'],
])("%s becomes nobody's password: at sign-up, by a change or by a mailed link", async (poor, sentence) => {
  const { email, token } = await server.aCustomer();
  const link = await resetToken(email);
  const person = { firstName: 'Ada', lastName: 'Byron', email: anEmail(), password: poor };
  const refused = [
    await server.call('POST', '/auth/register', { body: person }),
    await server.call('POST', '/auth/change-password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: poor },
    }),
    await reset(link, poor),
  ];

  for (const reply of refused) expect(reply.json()).toMatchObject({ message: sentence, code: 'invalid_request' });
  expect(refused.map((reply) => Object.keys(reply.json<{ errors: object }>().errors)[0])).toEqual([
    'password',
    'newPassword',
    'newPassword',
  ]);
  expect((await reset(link)).statusCode, 'the link is not used up by it').toBe(200);
});

/** Changes the address of whoever has this token, and confirms it. */
async function moved(token: string): Promise<string> {
  const email = anEmail();
  await server.call('PATCH', '/auth/profile', { token, body: { email, currentPassword: PASSWORD } });
  const { code } = await server.proofsFor(email);
  await server.call('POST', '/auth/confirm-email', { token, body: { code } });
  return email;
}
