import { createHash } from 'node:crypto';
import { newSipPhoneReply, SIP_PHONE_LIMITS, sipPhonesReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { findSipPhone } from './index.ts';
import { authServer, PASSWORD } from '../../testing/accounts/auth-server.ts';
import { prove } from '../../testing/accounts/second-factors.ts';

const { database } = await testDatabase();
const server = await authServer(database);

/** Who makes phones has proved anew who they are. */
async function aProvedCustomer() {
  const customer = await server.aCustomer();
  await prove(server, customer.token);
  return customer;
}

const phonesOf = async (token: string) =>
  sipPhonesReply.parse((await server.call('GET', '/settings/sip-phones', { token })).json()).phones;

async function aPhone(token: string, name = 'Desk phone') {
  const reply = await server.call('POST', '/settings/sip-phones', { token, body: { name } });
  expect(reply.statusCode).toBe(201);
  return newSipPhoneReply.parse(reply.json());
}

test('a phone gets a user name, a password and where to register', async () => {
  const { token } = await aProvedCustomer();

  const { phone, password, registrar } = await aPhone(token, ' Desk phone ');

  expect(phone).toMatchObject({ name: 'Desk phone', username: expect.stringMatching(/^[a-z][a-z0-9]{9}$/) });
  expect(password).toMatch(/^[a-z0-9]{20}$/);
  expect(registrar).toEqual({
    domain: 'farline.test',
    host: 'phones.farline.test',
    transports: [{ transport: 'udp', port: 5060 }],
  });
  expect(await phonesOf(token)).toEqual([phone]);
});

test('the registrar is given the HA1 of the password, and whose the phone is', async () => {
  const { token, userId, accountId } = await aProvedCustomer();
  const { phone, password } = await aPhone(token);

  const found = await findSipPhone(database, phone.username);

  const ha1 = createHash('md5').update(`${phone.username}:farline.test:${password}`).digest('hex');
  expect(found).toMatchObject({ ha1, userId, accountId });
  expect(await findSipPhone(database, 'nobodyhere')).toBeNull();
});

test('the password is shown once, and neither it nor its HA1 stands in the database, the log or another answer', async () => {
  const { token } = await aProvedCustomer();
  const { phone, password } = await aPhone(token);
  const ha1 = (await findSipPhone(database, phone.username))?.ha1 ?? '';

  const answers = [
    await server.call('GET', '/settings/sip-phones', { token }),
    await server.call('PATCH', `/settings/sip-phones/${phone.id}`, { token, body: { name: 'Kitchen' } }),
    await server.call('GET', '/settings/export', { token }),
  ].map((answer) => answer.body);
  const { rows } = await sql<{ row: string }>`select p::text as row from accounts.sip_phone p`.execute(database);

  for (const text of [...answers, ...server.logged, ...rows.map(({ row }) => row)])
    expect(text).not.toContain(password);
  for (const text of [...answers, ...server.logged]) expect(text).not.toContain(ha1);
});

test('a new phone is told with its name and from where it was asked for', async () => {
  const { token, userId, accountId } = await aProvedCustomer();
  const body = { name: 'Desk phone' };
  const made = await server.call('POST', '/settings/sip-phones', { token, body, address: '192.0.2.7' });

  const { rows } = await sql<object>`
    select subject_id as "userId", payload from platform.event
    where type = 'user.sip_phone_added' and account_id = ${accountId}`.execute(database);
  const { phone } = newSipPhoneReply.parse(made.json());
  expect(rows).toEqual([{ userId, payload: { phoneId: phone.id, name: 'Desk phone', address: '192.0.2.7' } }]);
});

test('no more than thirty phones are made an hour, however many are removed: each is told by mail', async () => {
  const { token } = await aProvedCustomer();
  for (let made = 0; made < 30; made += 1) {
    const { phone } = await aPhone(token);
    await server.call('DELETE', `/settings/sip-phones/${phone.id}`, { token });
  }

  const refused = await server.call('POST', '/settings/sip-phones', { token, body: { name: 'One more' } });
  expect(refused.statusCode).toBe(429);
});

test('the mail about a new password says how many phones go on with theirs, and where to remove them', async () => {
  const { token, email } = await aProvedCustomer();
  await aPhone(token);
  await aPhone(token, 'Kitchen');
  const newPassword = 'Battery-Staple-8';
  await server.call('POST', '/auth/change-password', { token, body: { currentPassword: PASSWORD, newPassword } });
  await server.runTick('send mails');

  expect(server.mails.findLast((mail) => mail.to === email)?.text).toContain(
    'SIP phones that still have their own passwords: 2. Remove any that aren’t yours: http://localhost:4001/settings/phones',
  );
  expect(await phonesOf(token)).toHaveLength(2);
});

test('a phone is renamed and taken away by its user alone', async () => {
  const [owner, stranger] = [await aProvedCustomer(), await aProvedCustomer()];
  const { phone } = await aPhone(owner.token);
  const path = `/settings/sip-phones/${phone.id}`;

  expect((await server.call('PATCH', path, { token: stranger.token, body: { name: 'Mine' } })).statusCode).toBe(404);
  expect((await server.call('DELETE', path, { token: stranger.token })).statusCode).toBe(404);
  const renamed = await server.call('PATCH', path, { token: owner.token, body: { name: 'Kitchen' } });
  expect(renamed.json()).toMatchObject({ phone: { id: phone.id, name: 'Kitchen' } });
  expect((await server.call('DELETE', path, { token: owner.token })).statusCode).toBe(200);

  expect(await phonesOf(owner.token)).toEqual([]);
  expect(await findSipPhone(database, phone.username)).toBeNull();
});

test('a phone without a name is refused with the sentence of the field', async () => {
  const { token } = await aProvedCustomer();
  const refused = await server.call('POST', '/settings/sip-phones', { token, body: { name: '  ' } });

  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ errors: { name: 'Name is required' } });
});

test.each(['Desk\n\nhttps://evil.example', 'Desk \ud83d', 'Desk\u2029phone', 'Desk\u202ephone'])(
  'a phone with the name %j is neither made nor renamed to it',
  async (name) => {
    const { token } = await aProvedCustomer();
    const { phone } = await aPhone(token);
    const refused = [
      await server.call('POST', '/settings/sip-phones', { token, body: { name } }),
      await server.call('PATCH', `/settings/sip-phones/${phone.id}`, { token, body: { name } }),
    ];

    for (const reply of refused) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ errors: { name: 'Name must be plain text on one line' } });
    }
    expect(await phonesOf(token)).toEqual([phone]);
  },
);

test('of many phones at once no more are made than a user may have', async () => {
  const { token } = await aProvedCustomer();
  const wanted = Array.from({ length: SIP_PHONE_LIMITS.phones + 5 }, (_, place) => `Phone ${place}`);

  const replies = await Promise.all(
    wanted.map(async (name) => await server.call('POST', '/settings/sip-phones', { token, body: { name } })),
  );

  expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(5);
  expect(await phonesOf(token)).toHaveLength(SIP_PHONE_LIMITS.phones);
});

test('the phones of a closed account register no more', async () => {
  const { token } = await aProvedCustomer();
  const { phone } = await aPhone(token);

  await server.call('POST', '/settings/close-account', { token, body: { password: PASSWORD } });

  expect(await findSipPhone(database, phone.username)).toBeNull();
});
