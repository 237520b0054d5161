import { closeAccountReply, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { topUp } from '../../ledger/index.ts';
import { activateAccount, findAccount } from '../index.ts';
import { authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const closed: unknown[] = [];
const server = await authServer(database, {
  endCallsOf: async (_tx, account) => {
    closed.push(account.accountId);
    return 2;
  },
  exportParts: [
    {
      name: 'calls',
      async *items({ accountId }) {
        for (let place = 0; place < 3; place++) yield { accountId, to: `"${place}"` };
      },
    },
    { name: 'contacts', async *items() {} },
  ],
});

const close = async (token: string, password = PASSWORD) =>
  await server.call('POST', '/settings/close-account', { token, body: { password } });

async function eventsOf(accountId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.event where account_id = ${accountId} and type = 'account.closed'`.execute(database);
  return rows.map((row) => row.type);
}

test('a closed account says what was left, ends its calls, and signs everyone out', async () => {
  const customer = await server.aCustomer();
  const elsewhere = (await server.signIn(customer.email)).json<{ token: string }>().token;

  const walletId = (await findAccount(database, customer.accountId))?.walletId ?? '';
  const cause = { type: 'payment', id: customer.accountId };
  const amountMicros = micros(3_000_000n);
  await topUp(database, { walletId, amountMicros, from: 'payments', cause, at: server.clock.now() });

  const reply = await close(customer.token);

  expect(reply.statusCode).toBe(200);
  expect(closeAccountReply.parse(reply.json())).toMatchObject({
    message: expect.stringContaining('$3.00'),
    creditLeft: { amount: '3.0000', currency: 'USD' },
    callsEnded: 2,
  });
  expect(closed).toContain(customer.accountId);
  expect(await eventsOf(customer.accountId)).toHaveLength(1);
  for (const token of [customer.token, elsewhere]) {
    expect((await server.call('GET', '/auth/profile', { token })).statusCode).toBe(401);
  }
  expect((await server.call('POST', '/auth/refresh', { cookie: customer.cookie })).statusCode).toBe(401);
});

test('a closed account is not signed in to, and says so to whoever knows the password', async () => {
  const customer = await server.aCustomer();
  await close(customer.token);

  const right = await server.signIn(customer.email);
  expect(right.statusCode).toBe(403);
  expect(right.json()).toMatchObject({ code: 'account_closed', message: expect.stringContaining('closed') });
  expect((await server.signIn(customer.email, 'Wrong-Horse-9')).json()).toMatchObject({ code: 'wrong_credentials' });
});

test('a wrong password closes nothing', async () => {
  const customer = await server.aCustomer();

  const refused = await close(customer.token, 'Wrong-Horse-9');

  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ errors: { password: 'The password is incorrect' } });
  expect((await server.call('GET', '/auth/profile', { token: customer.token })).statusCode).toBe(200);
  expect(await eventsOf(customer.accountId)).toEqual([]);
});

test('guessing the password is limited', async () => {
  const customer = await server.aCustomer();
  const tries = [];
  for (let time = 0; time < 11; time++) tries.push((await close(customer.token, 'Wrong-Horse-9')).statusCode);

  expect(tries.at(-1)).toBe(429);
});

test('whoever closes their account is told by mail, and an earlier reset link no longer works', async () => {
  const customer = await server.aCustomer();
  await server.call('POST', '/auth/forgot-password', { body: { email: customer.email } });
  await server.runTick('send mails');
  const link = server.mails.find((mail) => mail.to === customer.email)?.text ?? '';

  await close(customer.token);
  await server.runTick('send mails');

  const subjects = server.mails.filter((mail) => mail.to === customer.email).map((mail) => mail.subject);
  expect(subjects).toContain('Your Farline account was closed');
  const token = /token=([\w-]+)/.exec(link)?.[1];
  const reset = await server.call('POST', '/auth/reset-password', { body: { token, newPassword: 'Battery-Staple-8' } });
  expect(reset.statusCode).toBe(400);
});

test('nobody is mailed a reset link for a closed account, and the answer does not say so', async () => {
  const customer = await server.aCustomer();
  await close(customer.token);
  await server.runTick('send mails');
  const before = server.mails.length;

  const asked = await server.call('POST', '/auth/forgot-password', { body: { email: customer.email } });
  await server.runTick('send mails');

  expect(asked.statusCode).toBe(200);
  expect(server.mails).toHaveLength(before);
});

test('an operator does not open a closed account by activating it', async () => {
  const customer = await server.aCustomer();
  await close(customer.token);

  const activating = inTransaction(database, async (tx) => {
    await activateAccount(tx, { accountId: customer.accountId, actor: 'operator:grace', at: server.clock.now() });
  });

  await expect(activating).rejects.toMatchObject({ code: 'account_closed' });
  expect((await server.signIn(customer.email)).statusCode).toBe(403);
});

test('an export is one JSON object with everything that is known, and no secret in it', async () => {
  const customer = await server.aCustomer();
  await server.call('POST', '/settings/sip-phones', {
    token: customer.token,
    body: { name: 'Desk', password: PASSWORD },
  });

  const reply = await server.call('GET', '/settings/export', { token: customer.token });

  expect(reply.headers['content-disposition']).toContain('attachment');
  const exported = reply.json<Record<string, unknown>>();
  expect(exported).toMatchObject({
    exportedAt: expect.any(String),
    profile: { id: customer.userId, email: customer.email },
    sessions: [{ isCurrent: true }],
    sipPhones: [{ name: 'Desk' }],
    securityEvents: [{ action: 'account.opened' }, { action: 'user.email_confirmed' }, { action: 'sip_phone.added' }],
    calls: [{ to: '"0"' }, { to: '"1"' }, { to: '"2"' }],
    contacts: [],
  });
  expect(reply.body).not.toContain(customer.token);
  expect(reply.body).not.toContain('argon2id');
});

test('an export is refused to whoever is not signed in, and after ten in an hour', async () => {
  expect((await server.call('GET', '/settings/export')).statusCode).toBe(401);
  const { token } = await server.aCustomer();
  const answers = [];
  for (let time = 0; time < 11; time++) answers.push(await server.call('GET', '/settings/export', { token }));

  expect(answers.slice(0, 10).every((answer) => answer.statusCode === 200)).toBe(true);
  expect(answers[10]?.statusCode).toBe(429);
});
