import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { createPasswordHashing } from '../record/password-hash.ts';
import { anAddress, anEmail, authServer, PASSWORD, refreshCookie } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const MINUTE = 60_000;

test('the right password begins a session, whatever the letter case of the address', async () => {
  const { email, userId } = await server.aCustomer();
  const reply = await server.signIn(email.toUpperCase());

  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const { token, user } = reply.json<{ token: string; user: { id: string } }>();
  expect(user.id).toBe(userId);
  expect((await server.call('GET', '/auth/profile', { token })).json()).toMatchObject({ user: { id: userId, email } });
});

test('whoever signs up stays signed in on that browser, and the list of sessions says so', async () => {
  const { token } = await server.aCustomer();

  const { sessions } = (await server.call('GET', '/auth/sessions', { token })).json<{ sessions: object[] }>();

  expect(sessions).toMatchObject([{ isRemembered: true }]);
});

test('the refresh cookie ends with the browser unless the person asked to be remembered', async () => {
  const { email } = await server.aCustomer();
  const forgotten = refreshCookie(await server.signIn(email));
  const remembered = refreshCookie(await server.signIn(email, PASSWORD, { remember: true }));

  expect(forgotten).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth' });
  expect(forgotten.expires).toBeUndefined();
  expect(forgotten.maxAge).toBeUndefined();
  const days = (Number(remembered.expires) - server.clock.now().getTime()) / (24 * 60 * MINUTE);
  expect(Math.round(days)).toBe(30);
});

test('the refresh cookie is Secure when the public address is https, and only then', async () => {
  const { email } = await server.aCustomer();
  const secure = await authServer(database, { publicUrl: 'https://phone.example.com' });

  expect(refreshCookie(await server.signIn(email))).not.toHaveProperty('secure');
  expect(refreshCookie(await secure.signIn(email))).toMatchObject({ secure: true, name: '__Secure-farline_refresh' });
});

test('over https a refresh cookie counts by its secure name alone', async () => {
  const { email } = await server.aCustomer();
  const secure = await authServer(database, { publicUrl: 'https://phone.example.com' });
  const { name, value } = refreshCookie(await secure.signIn(email));
  const refresh = async (cookie: string) =>
    (await secure.app.inject({ method: 'POST', url: '/api/v1/auth/refresh', headers: { cookie } })).statusCode;

  expect(await refresh(`farline_refresh=${value}`)).toBe(401);
  expect(await refresh(`${name}=${value}`)).toBe(200);
});

test('whoever has one of the most common passwords from before signs in with it, and is told', async () => {
  const { email, userId } = await server.aCustomer();
  const { passwordHash } = await hashOf('Password1');
  await sql`update accounts.user set password_hash = ${passwordHash} where id = ${userId}`.execute(database);

  expect((await server.signIn(email, 'Password1')).json()).toMatchObject({ isPasswordCommon: true });
});

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await server.aCustomer();
  const wrong = await server.signIn(email, 'Wrong-Horse-7');
  const unknown = await server.signIn(anEmail(), 'Wrong-Horse-7');

  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toEqual({ code: 'wrong_credentials', message: 'Email or password is incorrect.' });
  expect(unknown.statusCode).toBe(401);
  expect(unknown.body).toBe(wrong.body);
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
});

test('an unknown address and a wrong password take the same time', { retry: 2 }, async () => {
  const { email } = await server.aCustomer();
  const took = async (address: string) => {
    const start = performance.now();
    await server.signIn(address, 'Wrong-Horse-7');
    return performance.now() - start;
  };
  const wrong: number[] = [];
  const unknown: number[] = [];
  // In turns, so that a busy machine slows both alike.
  for (let round = 0; round < 25; round += 1) {
    wrong.push(await took(email));
    unknown.push(await took(anEmail()));
  }
  const ratio = median(unknown) / median(wrong);
  expect(ratio).toBeGreaterThan(0.75);
  expect(ratio).toBeLessThan(1.33);
});

test('ten wrong passwords from one place are answered with 429 and Retry-After, the right one then too', async () => {
  const { email } = await server.aCustomer();
  const address = anAddress();
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await server.signIn(email, 'Wrong-Horse-7', { address })).statusCode).toBe(401);
  }
  const refused = await server.signIn(email, PASSWORD, { address });

  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  expect((await server.signIn(email, PASSWORD)).statusCode).toBe(200);
});

test('a restart does not clear the limit, the passing of its window does', async () => {
  const { email } = await server.aCustomer();
  const address = anAddress();
  for (let tries = 0; tries < 10; tries += 1) await server.signIn(email, 'Wrong-Horse-7', { address });

  const restarted = await authServer(database, { startAt: server.clock.now() });
  expect((await restarted.signIn(email, PASSWORD, { address })).statusCode).toBe(429);
  restarted.clock.pass(16 * MINUTE);
  expect((await restarted.signIn(email, PASSWORD, { address })).statusCode).toBe(200);
});

test('an address that nobody has is limited like any other', async () => {
  const email = anEmail();
  const address = anAddress();
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await server.signIn(email, 'Wrong-Horse-7', { address })).statusCode);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test('twenty wrong passwords at once are counted before any is checked', async () => {
  const { email } = await server.aCustomer();
  const address = anAddress();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.signIn(email, 'Wrong-Horse-7', { address })),
  );
  const statuses = replies.map((reply) => reply.statusCode);

  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('an account that is tried from many places is limited as a whole', async () => {
  const { email } = await server.aCustomer();
  const replies = await Promise.all(Array.from({ length: 60 }, () => server.signIn(email, 'Wrong-Horse-7')));

  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(10);
});

test('one place that tries an account for ever keeps its owner out of no other place', async () => {
  const { email } = await server.aCustomer();
  const stranger = anAddress();
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) {
    statuses.push((await server.signIn(email, 'Wrong-Horse-7', { address: stranger })).statusCode);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect((await server.signIn(email, PASSWORD)).statusCode).toBe(200);
});

test('sixty sign-ins on new devices are told by five mails, and none to an address that nobody confirmed', async () => {
  const told = async (isConfirmed: boolean) => {
    const { email, userId } = await server.aCustomer({ isConfirmed });
    for (let device = 0; device < 12; device += 1) {
      await server.signIn(email, PASSWORD, { userAgent: `Browser-${device}/1.0 (${device}; Machine)` });
    }
    const { rows } = await sql<{ count: bigint }>`select count(*) from platform.event
      where type = 'user.new_device' and subject_id = ${userId}`.execute(database);
    return Number(rows[0]?.count);
  };

  expect(await told(true)).toBeLessThanOrEqual(5);
  expect(await told(false)).toBe(0);
});

test('strangers who try an account from many places keep nobody out who has signed in from where they are', async () => {
  const { email } = await server.aCustomer();
  const [home, elsewhere] = ['198.51.100.7', anAddress()];
  expect((await server.signIn(email, PASSWORD, { address: home })).statusCode).toBe(200);
  const attack = async () => await Promise.all(Array.from({ length: 60 }, () => server.signIn(email, 'Wrong-Horse-7')));
  await attack();

  expect((await server.signIn(email, PASSWORD, { address: elsewhere })).statusCode).toBe(429);
  expect((await server.signIn(email, PASSWORD, { address: `::ffff:${home}` })).statusCode).toBe(200);

  await attack();
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await server.signIn(email, 'Wrong-Horse-7', { address: home })).statusCode);
  }
  expect(statuses, 'whoever is at home guesses as often as from any place').toEqual([
    ...Array<number>(10).fill(401),
    429,
  ]);
});

test('the right password clears the wrong ones before it', async () => {
  const { email } = await server.aCustomer();
  const address = anAddress();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await server.signIn(email, 'Wrong-Horse-7', { address })).statusCode).toBe(401);
    }
    expect((await server.signIn(email, PASSWORD, { address })).statusCode).toBe(200);
  }
});

test('a closed account is told so to whoever has its password, and to nobody else', async () => {
  const { email, accountId, token } = await server.aCustomer();
  await sql`update accounts.account set state = 'closed' where id = ${accountId}`.execute(database);

  expect((await server.signIn(email)).json()).toMatchObject({ code: 'account_closed' });
  expect((await server.signIn(email, 'Wrong-Horse-7')).json()).toMatchObject({ code: 'wrong_credentials' });
  expect((await server.call('GET', '/auth/profile', { token })).statusCode).toBe(401);
});

async function hashOf(password: string): Promise<{ passwordHash: string }> {
  return { passwordHash: await createPasswordHashing().hash('a test', password) };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
