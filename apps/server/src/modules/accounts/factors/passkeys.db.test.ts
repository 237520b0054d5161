import { factorAddedReply, type SecondStepNeeded } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { anAddress, authServer, resetPassword, type SignedUp } from '../../../testing/accounts/auth-server.ts';
import { prove, secondStep, ticketOf } from '../../../testing/accounts/second-factors.ts';
import { securityKey } from '../../../testing/accounts/security-key.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const MINUTE = 60_000;
const home = () => ({ address: anAddress(), userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
type Key = ReturnType<typeof securityKey>;

const optionsAt = async (path: string, sent: object = {}) =>
  (await server.call('POST', path, sent)).json<{ options: { challenge: string } & Record<string, unknown> }>().options;
const addWith = async (token: string, credential: unknown) =>
  await server.call('POST', '/settings/factors/passkeys', { token, body: { name: 'Laptop', credential } });
const signInWith = async (credential: unknown) => await server.call('POST', '/auth/passkey', { body: { credential } });

async function addKey(customer: SignedUp, key: Key = securityKey(customer.userId)): Promise<Key> {
  await prove(server, customer.token);
  const reply = await addWith(
    customer.token,
    key.create(await optionsAt('/settings/factors/passkey-options', { token: customer.token })),
  );
  expect(reply.statusCode).toBe(201);
  return key;
}

async function aCustomerWithKey() {
  const customer = await server.aCustomer();
  return { ...customer, key: await addKey(customer) };
}

test('a passkey is added by whoever has proved who they are, and recovery codes come with the first', async () => {
  const customer = await server.aCustomer();
  const refused = await server.call('POST', '/settings/factors/passkey-options', { token: customer.token });
  expect(refused.json()).toMatchObject({ code: 'proof_needed' });

  await prove(server, customer.token);
  const options = await optionsAt('/settings/factors/passkey-options', { token: customer.token });
  expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Farline' }, user: { name: customer.email } });
  const added = await addWith(customer.token, securityKey(customer.userId).create(options));

  const { factor, recoveryCodes } = factorAddedReply.parse(added.json());
  expect(factor).toMatchObject({ kind: 'passkey', name: 'Laptop', lastUsedAt: null });
  expect(recoveryCodes).toHaveLength(10);
});

test('no factor of a stranger’s sign-up outlives the reset by which the mailbox’s owner takes it over', async () => {
  const eve = await server.aCustomer({ isConfirmed: false });
  const key = await addKey(eve);
  expect((await server.signIn(eve.email)).statusCode).toBe(403);

  await resetPassword(server, eve.email, 'Another-Horse-8');

  expect((await signInWith(key.get(await optionsAt('/auth/passkey-options')))).statusCode).toBe(400);
  expect((await server.signIn(eve.email, 'Another-Horse-8')).statusCode).toBe(200);
  const { rows } = await sql`select from accounts.recovery_code where user_id = ${eve.userId}`.execute(database);
  expect(rows).toEqual([]);
});

test('a reset of a confirmed address leaves the second factor where it is', async () => {
  const customer = await aCustomerWithKey();

  await resetPassword(server, customer.email, 'Another-Horse-8');

  expect((await server.signIn(customer.email, 'Another-Horse-8')).json()).toMatchObject({ code: 'second_step_needed' });
  expect((await signInWith(customer.key.get(await optionsAt('/auth/passkey-options')))).statusCode).toBe(200);
});

test('a passkey alone signs in, and says when it was last used', async () => {
  const { userId, token, key } = await aCustomerWithKey();
  const options = await optionsAt('/auth/passkey-options');
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  const reply = await signInWith(key.get(options));

  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ token: expect.any(String), user: { id: userId } });
  expect((await server.call('GET', '/settings/factors', { token })).json()).toMatchObject({
    factors: [{ lastUsedAt: server.clock.now().toISOString() }],
  });
});

test('an answer is taken once, and within five minutes', async () => {
  const { key } = await aCustomerWithKey();
  const options = await optionsAt('/auth/passkey-options');
  expect((await signInWith(key.get(options))).statusCode).toBe(200);
  expect((await signInWith(key.get(options))).json()).toMatchObject({ code: 'passkey_refused' });

  const late = await optionsAt('/auth/passkey-options');
  server.clock.pass(5 * MINUTE);
  expect((await signInWith(key.get(late))).json()).toMatchObject({ code: 'passkey_refused' });
});

test.each([
  ['another site', { origin: 'http://evil.example' }],
  ['the name of another site', { rpId: 'evil.example' }],
  ['a device that has not asked who is there', { userVerified: false }],
])('an answer of %s signs nobody in', async (_what, site) => {
  const { key } = await aCustomerWithKey();

  expect((await signInWith(key.get(await optionsAt('/auth/passkey-options'), site))).statusCode).toBe(400);
});

test('a challenge of our own making, for something else, or of nobody, is no challenge', async () => {
  const { key, token } = await aCustomerWithKey();
  const toProve = await optionsAt('/auth/proof/passkey-options', { token });

  for (const options of [toProve, { challenge: 'AAAA' }, { challenge: '' }]) {
    expect((await signInWith(key.get(options))).json()).toMatchObject({ code: 'passkey_refused' });
  }
});

test('a key that is not known, not the one that it says, or that names somebody else, signs nobody in', async () => {
  const [owner, other] = [await aCustomerWithKey(), await aCustomerWithKey()];
  const options = async () => await optionsAt('/auth/passkey-options');

  expect((await signInWith(securityKey(owner.userId).get(await options()))).statusCode).toBe(400);
  const foreign = { ...other.key.get(await options()), id: owner.key.id, rawId: owner.key.id };
  expect((await signInWith(foreign)).statusCode).toBe(400);
  owner.key.userId = other.userId;
  expect((await signInWith(owner.key.get(await options()))).statusCode).toBe(400);
});

test('a key whose counter does not rise is refused: there are two of it', async () => {
  const { key } = await aCustomerWithKey();
  const at = async (counter: number) => {
    key.counter = counter;
    return (await signInWith(key.get(await optionsAt('/auth/passkey-options')))).statusCode;
  };

  expect([await at(5), await at(5), await at(4), await at(0), await at(6)]).toEqual([200, 400, 400, 400, 200]);
});

test('of two answers with one counter at once, one is taken', async () => {
  const { key } = await aCustomerWithKey();
  key.counter = 7;
  const [one, two] = [await optionsAt('/auth/passkey-options'), await optionsAt('/auth/passkey-options')];
  const replies = await Promise.all([signInWith(key.get(one)), signInWith(key.get(two))]);

  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400]);
});

test('after the password a passkey is the second step, for its own ticket and account alone', async () => {
  const [owner, thief] = [await aCustomerWithKey(), await aCustomerWithKey()];
  const place = home();
  const signedIn = await server.signIn(owner.email, undefined, place);
  const { ticket, methods } = signedIn.json<SecondStepNeeded>();
  expect(methods).toEqual(['passkey', 'recovery_code']);
  const other = await ticketOf(server, owner.email, place);
  const options = await optionsAt('/auth/second-step/passkey-options', { ...place, body: { ticket } });
  const take = async (shown: string, credential: unknown) =>
    (await secondStep(server, shown, { by: 'passkey', credential }, place)).statusCode;

  expect(options).toMatchObject({ allowCredentials: [{ id: owner.key.id }] });
  expect(await take(other, owner.key.get(options))).toBe(400);
  expect(await take(ticket, thief.key.get(options))).toBe(400);
  expect(await take(ticket, owner.key.get(options, { userVerified: false }))).toBe(200);
});

test('options for a ticket are given at its own place alone', async () => {
  const { email } = await aCustomerWithKey();
  const body = { ticket: await ticketOf(server, email, home()) };

  const reply = await server.call('POST', '/auth/second-step/passkey-options', { ...home(), body });
  expect(reply.json()).toMatchObject({ code: 'sign_in_again' });
});

test("a new passkey is refused that answers another user's challenge, an old one, or twice", async () => {
  const [owner, other] = [await server.aCustomer(), await server.aCustomer()];
  for (const { token } of [owner, other]) await prove(server, token);
  const options = async () => await optionsAt('/settings/factors/passkey-options', { token: owner.token });
  const key = securityKey();

  const first = await options();
  expect((await addWith(other.token, key.create(first))).json()).toMatchObject({ code: 'passkey_refused' });
  expect((await addWith(owner.token, key.create(first, { origin: 'http://evil.example' }))).statusCode).toBe(400);
  expect((await addWith(owner.token, key.create(first))).statusCode).toBe(201);
  expect((await addWith(owner.token, securityKey().create(first))).json()).toMatchObject({ code: 'passkey_refused' });
  expect((await addWith(owner.token, key.create(await options()))).json()).toMatchObject({ code: 'passkey_known' });
  const late = await options();
  server.clock.pass(5 * MINUTE);
  expect((await addWith(owner.token, key.create(late))).json()).toMatchObject({ code: 'passkey_refused' });
});

test('a removed passkey opens nothing, and nobody else removes it', async () => {
  const [owner, other] = [await aCustomerWithKey(), await aCustomerWithKey()];
  const { factors } = (await server.call('GET', '/settings/factors', { token: owner.token })).json<{
    factors: { id: string }[];
  }>();
  const path = `/settings/factors/${factors[0]?.id}`;

  expect((await server.call('DELETE', path, { token: other.token })).statusCode).toBe(404);
  expect((await server.call('DELETE', path, { token: owner.token })).statusCode).toBe(200);
  expect((await signInWith(owner.key.get(await optionsAt('/auth/passkey-options')))).statusCode).toBe(400);
  expect((await server.signIn(owner.email)).statusCode).toBe(200);
});

test('a passkey of a closed account is told so', async () => {
  const { accountId, key } = await aCustomerWithKey();
  await sql`update accounts.account set state = 'closed' where id = ${accountId}`.execute(database);

  const reply = await signInWith(key.get(await optionsAt('/auth/passkey-options')));
  expect(reply.json()).toMatchObject({ code: 'account_closed' });
});

test('sign-ins by passkey from one place are bounded', async () => {
  const address = anAddress();
  const credential = securityKey().get(await optionsAt('/auth/passkey-options'));
  const statuses: number[] = [];
  for (let tries = 0; tries < 101; tries += 1) {
    statuses.push((await server.call('POST', '/auth/passkey', { address, body: { credential } })).statusCode);
  }
  expect(statuses.slice(99)).toEqual([400, 429]);
});
