import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { findWallet } from '../../ledger/index.ts';
import { findAccount } from '../index.ts';
import { anAddress, anEmail, authServer, PASSWORD, refreshCookie } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);
const body = (more: object = {}) => ({
  firstName: ' Ada ',
  lastName: 'Byron',
  email: anEmail(),
  password: PASSWORD,
  ...more,
});

test('a sign-up answers with a session and the user as the contract has them', async () => {
  const email = anEmail();
  const reply = await server.call('POST', '/auth/register', { body: body({ email, phone: '+447700900123' }) });

  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    token: expect.stringMatching(/^ey/),
    user: {
      firstName: 'Ada',
      email,
      phone: '+447700900123',
      phoneE164: '+447700900123',
      subscription: 'basic',
      role: 'customer',
      accountState: 'trial',
      currency: 'USD',
      numbers: ['+999000000001'],
    },
  });
  expect(refreshCookie(reply)).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth' });
});

test('a confirmed account has a wallet without money, and one of its own for the trial credit, given once', async () => {
  const { accountId } = await server.aCustomer();
  const account = await findAccount(database, accountId);
  const wallet = await findWallet(database, account?.walletId ?? '');

  expect(wallet).toMatchObject({ accountId, unit: 'USD', balanceMicros: 0n, heldMicros: 0n });
  expect(await findWallet(database, account?.trialWalletId ?? '')).toMatchObject({
    accountId,
    unit: 'trial:USD',
    balanceMicros: 2_000_000n,
    heldMicros: 0n,
  });
  expect(account).toMatchObject({ state: 'trial', rateTable: 'sample', timeZone: 'UTC', language: 'en' });
});

test('an address that somebody has, in whatever letter case, is refused with 409 and nothing is opened', async () => {
  const { email } = await server.aCustomer();
  const before = await rowCounts();
  const reply = await server.call('POST', '/auth/register', { body: body({ email: email.toUpperCase() }) });

  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'email_taken', errors: { email: expect.any(String) } });
  expect(await rowCounts()).toEqual(before);
});

test('of five sign-ups at once with one address, one account stays open', async () => {
  const email = anEmail();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => server.call('POST', '/auth/register', { body: body({ email }) })),
  );

  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]));
  const tokens = replies.map((reply) => reply.json<{ token: string }>().token);
  const profiles = await Promise.all(tokens.map((token) => server.call('GET', '/auth/profile', { token })));
  expect(profiles.map((profile) => profile.statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
});

test('sign-ups from one address are limited with 429 and Retry-After', async () => {
  const address = anAddress();
  const replies = await Promise.all(
    Array.from({ length: 11 }, () => server.call('POST', '/auth/register', { body: body(), address })),
  );

  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(10);
  const refused = replies.find((reply) => reply.statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  const neighbour = address.replace(/::1$/, '::2');
  expect((await server.call('POST', '/auth/register', { body: body(), address: neighbour })).statusCode).toBe(429);
});

test('with limits per address off, one address signs up as many as it likes', async () => {
  const unlimited = await authServer(database, { rateLimitsPerAddress: false });
  const address = anAddress();
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => unlimited.call('POST', '/auth/register', { body: body(), address })),
  );

  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]));
});

test('only argon2id hashes of passwords and SHA-256 of tokens are stored', async () => {
  const { userId, cookie } = await server.aCustomer();
  const { rows } = await sql<{ password_hash: string; dump: string }>`
    select password_hash, row_to_json(u)::text || (select string_agg(row_to_json(t)::text, '')
      from accounts.refresh_token t join accounts.session s on s.id = t.session_id where s.user_id = u.id) as dump
    from accounts.user u where id = ${userId}`.execute(database);

  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(rows[0]?.dump).not.toContain(PASSWORD);
  expect(rows[0]?.dump).not.toContain(cookie);
});

async function rowCounts() {
  const { rows } = await sql<{ accounts: bigint; users: bigint; wallets: bigint }>`
    select (select count(*) from accounts.account) as accounts, (select count(*) from accounts.user) as users,
      (select count(*) from ledger.wallet) as wallets`.execute(database);
  const [counts] = rows;
  if (counts === undefined) throw new Error('no counts');
  return counts;
}
