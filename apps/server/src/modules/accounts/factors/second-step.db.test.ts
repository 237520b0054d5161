import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { anAddress, authServer, PASSWORD, refreshCookie } from '../../../testing/accounts/auth-server.ts';
import { aCustomerWithApp, addApp, secondStep, ticketOf } from '../../../testing/accounts/second-factors.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const MINUTE = 60_000;
const STEP = 30_000;
const home = () => ({ address: anAddress(), userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
const app = (code: string) => ({ by: 'app', code });
const wrongOf = (code: string) => app(code === '000000' ? '000001' : '000000');

test('who has no second factor signs in with the password alone, as ever', async () => {
  const { email } = await server.aCustomer();

  expect((await server.signIn(email)).json()).toMatchObject({ token: expect.any(String), user: { email } });
});

test('who has one gets no session for the password, but a ticket and the ways to go on', async () => {
  const { email } = await aCustomerWithApp(server);
  const reply = await server.signIn(email);

  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toEqual({
    code: 'second_step_needed',
    message: 'This account asks for a second step. Sign in on its own page to take it.',
    ticket: expect.any(String),
    methods: ['app', 'recovery_code'],
    expiresAt: new Date(server.clock.now().getTime() + 5 * MINUTE).toISOString(),
  });
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect((await server.signIn(email, 'Wrong-Horse-7')).json()).toMatchObject({ code: 'wrong_credentials' });
});

test('the code of the app finishes the sign-in, remembered or not as the password asked', async () => {
  const { email, userId, code } = await aCustomerWithApp(server);
  const place = home();
  const ticket = (await server.signIn(email, PASSWORD, { ...place, remember: true })).json<{ ticket: string }>().ticket;
  const reply = await secondStep(server, ticket, app(code()), place);

  expect(reply.statusCode).toBe(200);
  const { token, user } = reply.json<{ token: string; user: { id: string } }>();
  expect(user.id).toBe(userId);
  expect(refreshCookie(reply).expires).toBeDefined();
  expect((await server.call('GET', '/auth/profile', { token })).statusCode).toBe(200);
});

test('a code is taken once, also by another ticket, and none before it is taken after it', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const before = code();
  server.clock.pass(STEP);
  const used = code();
  const place = home();
  expect((await secondStep(server, await ticketOf(server, email, place), app(used), place)).statusCode).toBe(200);

  const ticket = await ticketOf(server, email, place);
  for (const again of [used, before]) {
    const refused = await secondStep(server, ticket, app(again), place);
    expect(refused.json()).toMatchObject({ code: 'wrong_step_code', errors: { code: expect.any(String) } });
  }
});

test('of one code at many tickets at once, one is taken', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const place = home();
  const tickets = await Promise.all([1, 2, 3, 4].map(async () => await ticketOf(server, email, place)));
  const replies = await Promise.all(
    tickets.map(async (ticket) => await secondStep(server, ticket, app(code()), place)),
  );

  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400, 400, 400]);
});

test('the code that added the app is no code to sign in with', async () => {
  const customer = await aCustomerWithApp(server);
  const first = customer.app.codeAt(new Date(server.clock.now().getTime() - STEP));
  const place = home();

  const ticket = await ticketOf(server, customer.email, place);
  expect((await secondStep(server, ticket, app(first), place)).statusCode).toBe(400);
});

test.each([
  [-2, 400],
  [1, 200],
  [2, 400],
])('a code that is %i steps away is answered with %i', async (steps, status) => {
  const customer = await aCustomerWithApp(server);
  server.clock.pass(4 * STEP);
  const code = customer.app.codeAt(new Date(server.clock.now().getTime() + steps * STEP));
  const place = home();

  const ticket = await ticketOf(server, customer.email, place);
  expect((await secondStep(server, ticket, app(code), place)).statusCode).toBe(status);
});

test('a recovery code finishes the sign-in once, is gone then, and its owner is told', async () => {
  const { email, app: telephone } = await aCustomerWithApp(server);
  const [code = ''] = telephone.recoveryCodes;
  const place = home();
  const take = async (typed: string) =>
    await secondStep(server, await ticketOf(server, email, place), { by: 'recovery_code', code: typed }, place);

  const first = await take(code.toUpperCase().replaceAll('-', ' '));
  expect(first.statusCode).toBe(200);
  expect((await take(code)).json()).toMatchObject({ code: 'wrong_step_code' });
  const { token } = first.json<{ token: string }>();
  expect((await server.call('GET', '/settings/factors', { token })).json()).toMatchObject({ recoveryCodesLeft: 9 });
  await server.runTick('send mails');
  const subject = 'A recovery code of your Farline account was used';
  expect(server.mails.find((mail) => mail.to === email && mail.subject === subject)?.text).toContain('Left: 9.');
});

test("another account's code, recovery code and ticket open nothing", async () => {
  const [owner, thief] = [await aCustomerWithApp(server), await aCustomerWithApp(server)];
  const place = home();
  const ticket = await ticketOf(server, owner.email, place);

  expect((await secondStep(server, ticket, app(thief.code()), place)).statusCode).toBe(400);
  const [theirs = ''] = thief.app.recoveryCodes;
  expect((await secondStep(server, ticket, { by: 'recovery_code', code: theirs }, place)).statusCode).toBe(400);
  const own = await secondStep(server, await ticketOf(server, thief.email, place), app(thief.code()), place);
  expect(own.json()).toMatchObject({ user: { id: thief.userId } });
});

test('a ticket counts for five minutes, at its own place and program, and once', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const place = home();
  const refusal = { code: 'sign_in_again' };

  const ticket = await ticketOf(server, email, place);
  const elsewhere = [
    { ...place, address: anAddress() },
    { ...place, userAgent: 'curl/8.5.0' },
    { address: place.address },
  ];
  for (const other of elsewhere) {
    expect((await secondStep(server, ticket, app(code()), other)).json()).toMatchObject(refusal);
  }
  server.clock.pass(5 * MINUTE);
  expect((await secondStep(server, ticket, app(code()), place)).json()).toMatchObject(refusal);

  const used = await ticketOf(server, email, place);
  expect((await secondStep(server, used, app(code()), place)).statusCode).toBe(200);
  server.clock.pass(STEP);
  expect((await secondStep(server, used, app(code()), place)).json()).toMatchObject(refusal);
  expect((await secondStep(server, 'nonsense', app(code()), place)).json()).toMatchObject(refusal);
});

test('a changed password takes the tickets before it', async () => {
  const { email, token, code } = await aCustomerWithApp(server);
  const place = home();
  const ticket = await ticketOf(server, email, place);
  const body = { currentPassword: PASSWORD, newPassword: 'Battery-Staple-8' };
  expect((await server.call('POST', '/auth/change-password', { token, body })).statusCode).toBe(200);

  expect((await secondStep(server, ticket, app(code()), place)).json()).toMatchObject({ code: 'sign_in_again' });
});

test('a ticket bears five tries, as many at once as there are, and the owner is told of the stranger', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const place = { ...home(), address: '2001:db8:7::1' };
  const ticket = await ticketOf(server, email, place);
  const wrong = wrongOf(code());
  const replies = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => secondStep(server, ticket, wrong, place)));

  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([400, 400, 400, 400, 400, 401, 401, 401]);
  expect((await secondStep(server, ticket, app(code()), place)).json()).toMatchObject({ code: 'sign_in_again' });
  await server.runTick('send mails');
  const subject = 'Somebody knows your Farline password';
  expect(server.mails.find((mail) => mail.to === email && mail.subject === subject)?.text).toContain('2001:db8:7::1');
});

test('wrong codes from one place end after ten, and from everywhere after fifty; the mail comes once a day', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const wrong = wrongOf(code());
  const guessTenTimes = async (place: ReturnType<typeof home>) => {
    for (const ticket of [await ticketOf(server, email, place), await ticketOf(server, email, place)]) {
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await secondStep(server, ticket, wrong, place)).statusCode).toBe(400);
      }
    }
  };
  const [first, ...others] = [home(), home(), home(), home(), home()] as const;

  await guessTenTimes(first);
  const here = await secondStep(server, await ticketOf(server, email, first), app(code()), first);
  expect(here.statusCode).toBe(429);
  expect(Number(here.headers['retry-after'])).toBeGreaterThan(60);
  for (const place of others) await guessTenTimes(place);
  const last = home();
  expect((await secondStep(server, await ticketOf(server, email, last), app(code()), last)).statusCode).toBe(429);

  await server.runTick('send mails');
  const told = server.mails.filter(
    (mail) => mail.to === email && mail.subject === 'Somebody knows your Farline password',
  );
  expect(told).toHaveLength(1);
});

test('strangers with the password keep nobody out who has signed in from where they are', async () => {
  const { email, code } = await aCustomerWithApp(server);
  const place = home();
  expect((await secondStep(server, await ticketOf(server, email, place), app(code()), place)).statusCode).toBe(200);
  await sql`insert into platform.rate_limit (key, taken, ends_at)
    select key || id::text, 1000, ${new Date(server.clock.now().getTime() + 10 * MINUTE)}
    from accounts.user, unnest(array['second-step:', 'second-step-day:']) key where email = ${email}
    on conflict (key) do update set taken = 1000`.execute(database);
  server.clock.pass(STEP);

  const stranger = home();
  const theirs = await ticketOf(server, email, stranger);
  expect((await secondStep(server, theirs, app(code()), stranger)).statusCode).toBe(429);
  expect((await secondStep(server, await ticketOf(server, email, place), app(code()), place)).statusCode).toBe(200);
});

test('a closed account takes no second step', async () => {
  const { email, accountId, code } = await aCustomerWithApp(server);
  const place = home();
  const ticket = await ticketOf(server, email, place);
  await sql`update accounts.account set state = 'closed' where id = ${accountId}`.execute(database);

  expect((await secondStep(server, ticket, app(code()), place)).json()).toMatchObject({ code: 'account_closed' });
});

test('codes of any of the apps are taken, and three are the most', async () => {
  const { email, token, code } = await aCustomerWithApp(server);
  const second = await addApp(server, token, 'Tablet');
  await addApp(server, token, 'Watch');
  await expect(addApp(server, token, 'Fourth')).rejects.toThrow('too_many_factors');
  server.clock.pass(STEP);
  const place = home();

  for (const shown of [code(), second.codeAt(server.clock.now())]) {
    expect((await secondStep(server, await ticketOf(server, email, place), app(shown), place)).statusCode).toBe(200);
  }
});

test('tickets are forgotten when they are past their end', async () => {
  const { email, userId } = await aCustomerWithApp(server);
  await ticketOf(server, email);
  server.clock.pass(6 * MINUTE);
  await server.runTick('forget old sessions');

  const { rows } = await sql`select 1 from accounts.sign_in_ticket where user_id = ${userId}`.execute(database);
  expect(rows).toEqual([]);
});
