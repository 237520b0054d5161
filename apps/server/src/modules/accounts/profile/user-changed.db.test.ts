import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { authServer } from '../../../testing/accounts/auth-server.ts';
import { addApp, prove } from '../../../testing/accounts/second-factors.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { forgetFactors } from '../index.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)]);

/** Somebody, and how often their pages were told since this was last asked that something about them is another. */
async function somebody() {
  const customer = await server.aCustomer({ phone: '+447700900123' });
  let before = 0;
  const told = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from platform.event
      where type = 'user.changed' and account_id = ${customer.accountId}`.execute(database);
    const all = rows[0]?.count ?? 0;
    const since = all - before;
    before = all;
    return since;
  };
  await told();
  return { ...customer, told };
}

test.each([
  { firstName: 'Augusta' },
  { lastName: 'Hopper' },
  { phone: null },
  { country: 'GB' },
  { timeZone: 'Asia/Tokyo' },
  { language: 'pt-BR' },
  { firstName: 'Augusta', timeZone: 'Asia/Tokyo' },
])('pages are told once of a profile with %o, and of the same again not at all', async (body) => {
  const { token, told } = await somebody();
  await server.call('PATCH', '/auth/profile', { token, body });
  expect(await told()).toBe(1);
  await server.call('PATCH', '/auth/profile', { token, body });
  expect(await told()).toBe(0);
});

test('pages are told of a picture that comes and goes', async () => {
  const { token, told } = await somebody();
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'me.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/profile/picture',
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(await told()).toBe(1);
  await server.call('DELETE', '/auth/profile/picture', { token });
  expect(await told()).toBe(1);
  await server.call('DELETE', '/auth/profile/picture', { token });
  expect(await told()).toBe(0);
});

test('pages are told of second factors and recovery codes that come and go, also by an operator', async () => {
  const { token, userId, told } = await somebody();
  await prove(server, token);
  const { id } = await addApp(server, token);
  expect(await told()).toBe(1);
  await server.call('PATCH', `/settings/factors/${id}`, { token, body: { name: 'Tablet' } });
  expect(await told()).toBe(1);
  await server.call('POST', '/settings/factors/recovery-codes', { token });
  expect(await told()).toBe(1);
  await server.call('DELETE', `/settings/factors/${id}`, { token });
  expect(await told()).toBe(1);

  await prove(server, token);
  await addApp(server, token);
  await told();
  const at = server.clock.now();
  await inTransaction(database, async (tx) => await forgetFactors(tx, { userId, actor: 'operator:ada', at }));
  expect(await told()).toBe(1);
});
