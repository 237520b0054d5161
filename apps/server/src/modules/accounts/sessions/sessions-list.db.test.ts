import { type SignedInSession, sessionsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { type SignedUp, authServer, refreshCookie } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const FIREFOX_NEXT = FIREFOX.replaceAll('131', '132');
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1';

async function signInOn({ email }: SignedUp, userAgent: string, address = '192.0.2.7') {
  const reply = await server.signIn(email, undefined, { userAgent, address });
  return { token: reply.json<{ token: string }>().token, cookie: refreshCookie(reply).value };
}

async function sessions(token: string): Promise<SignedInSession[]> {
  return sessionsReply.parse((await server.call('GET', '/auth/sessions', { token })).json()).sessions;
}

async function newDevices({ accountId }: SignedUp): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from platform.event where type = 'user.new_device' and account_id = ${accountId} order by id`.execute(
    database,
  );
  return rows.map((row) => row.payload);
}

test('the list shows device, address and times of each session, the current one first', async () => {
  const customer = await server.aCustomer();
  server.clock.pass(1_000);
  const phone = await signInOn(customer, IPHONE);
  server.clock.pass(1_000);
  const laptop = await signInOn(customer, FIREFOX, '192.0.2.8');

  const seen = await sessions(phone.token);

  expect(seen.map(({ device, address, isCurrent }) => [device.name, address, isCurrent])).toEqual([
    ['Safari on iPhone', '192.0.2.7', true],
    ['Firefox on Linux', '192.0.2.8', false],
    [expect.any(String), expect.any(String), false],
  ]);
  expect(await sessions(laptop.token)).toHaveLength(3);
});

test('a refreshed session is seen then, where it is then', async () => {
  const customer = await server.aCustomer();
  const { cookie } = await signInOn(customer, FIREFOX);
  server.clock.pass(10 * 60_000);
  const at = server.clock.now().toISOString();

  const refreshed = await server.call('POST', '/auth/refresh', {
    cookie,
    address: '192.0.2.99',
    userAgent: FIREFOX_NEXT,
  });

  const [current] = await sessions(refreshed.json<{ token: string }>().token);
  expect(current).toMatchObject({ lastSeenAt: at, address: '192.0.2.99', device: { name: 'Firefox on Linux' } });
});

test('a session that is ended from afar is over at once, its refresh token too', async () => {
  const customer = await server.aCustomer();
  const stolen = await signInOn(customer, IPHONE);
  const other = (await sessions(customer.token)).find((one) => one.device.name === 'Safari on iPhone');

  const ended = await server.call('DELETE', `/auth/sessions/${other?.id}`, { token: customer.token });

  expect(ended.statusCode).toBe(200);
  expect((await server.call('GET', '/auth/profile', { token: stolen.token })).statusCode).toBe(401);
  expect((await server.call('POST', '/auth/refresh', { cookie: stolen.cookie })).statusCode).toBe(401);
  expect((await server.call('GET', '/auth/profile', { token: customer.token })).statusCode).toBe(200);
  const again = await server.call('DELETE', `/auth/sessions/${other?.id}`, { token: customer.token });
  expect(again.statusCode).toBe(404);
});

test("nobody ends somebody else's session", async () => {
  const [one, two] = [await server.aCustomer(), await server.aCustomer()];
  const [theirs] = await sessions(two.token);

  const refused = await server.call('DELETE', `/auth/sessions/${theirs?.id}`, { token: one.token });

  expect(refused.statusCode).toBe(404);
  expect((await server.call('GET', '/auth/profile', { token: two.token })).statusCode).toBe(200);
  expect((await server.call('DELETE', '/auth/sessions/1', { token: one.token })).statusCode).toBe(404);
});

test('all others end at once, and this one stays', async () => {
  const customer = await server.aCustomer();
  const others = [await signInOn(customer, IPHONE), await signInOn(customer, FIREFOX)];

  const reply = await server.call('DELETE', '/auth/sessions', { token: customer.token });

  expect(reply.json()).toMatchObject({ ended: 2 });
  for (const { token } of others) expect((await server.call('GET', '/auth/profile', { token })).statusCode).toBe(401);
  expect(await sessions(customer.token)).toHaveLength(1);
});

test('ending the own session clears the cookie', async () => {
  const customer = await server.aCustomer();
  const [own] = await sessions(customer.token);

  const reply = await server.call('DELETE', `/auth/sessions/${own?.id}`, { token: customer.token });

  expect(refreshCookie(reply).value).toBe('');
});

test('a sign-in far from where its user was before is told, whatever the browser says that it is, and the next from there not', async () => {
  const customer = await server.aCustomer();
  await signInOn(customer, FIREFOX, '203.0.113.7');
  await signInOn(customer, FIREFOX, '203.0.90.1');
  await signInOn(customer, FIREFOX, '198.51.100.7');
  await signInOn(customer, FIREFOX, '198.51.100.7');

  expect(await newDevices(customer)).toMatchObject([
    { device: 'Firefox on Linux', address: '203.0.113.7' },
    { device: 'Firefox on Linux', address: '198.51.100.7' },
  ]);
});

test('a sign-in on a device for the first time is told, on a known one not, nor after its update', async () => {
  const customer = await server.aCustomer();
  await signInOn(customer, FIREFOX, '192.0.2.50');
  await signInOn(customer, FIREFOX);
  await signInOn(customer, FIREFOX_NEXT);
  await signInOn(customer, IPHONE);

  expect(await newDevices(customer)).toMatchObject([
    { device: 'Firefox on Linux', address: '192.0.2.50' },
    { device: 'Safari on iPhone' },
  ]);
});
