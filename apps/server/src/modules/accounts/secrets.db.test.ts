import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { authServer, PASSWORD, refreshCookie } from '../../testing/accounts/auth-server.ts';

test('no password and no token is ever logged, whatever goes wrong', async () => {
  const { database } = await testDatabase();
  const server = await authServer(database);
  const customer = await server.aCustomer();
  const secrets = [PASSWORD, 'Wrong-Horse-7', 'Battery-Staple-8', customer.token, customer.cookie];

  const signedIn = await server.signIn(customer.email);
  secrets.push(signedIn.json<{ token: string }>().token, refreshCookie(signedIn).value);
  await server.signIn(customer.email, 'Wrong-Horse-7');
  const { token, cookie } = customer;
  await server.call('POST', '/auth/refresh', { cookie });
  server.clock.pass(31_000);
  await server.call('POST', '/auth/refresh', { cookie });
  await server.call('POST', '/auth/change-password', {
    token: signedIn.json<{ token: string }>().token,
    body: { currentPassword: PASSWORD, newPassword: 'Battery-Staple-8' },
  });
  await server.call('POST', '/auth/forgot-password', { body: { email: customer.email } });
  server.mailFault.error = Object.assign(new Error(`550 rejected: ${PASSWORD}`), { code: 'EENVELOPE' });
  await server.runTick('send mails');
  server.mailFault.error = null;
  server.clock.pass(60_000);
  await server.runTick('send mails');
  const reset = /token=([\w-]+)/.exec(server.mails.find((mail) => mail.text.includes('token='))?.text ?? '')?.[1];
  expect(reset).toBeDefined();
  secrets.push(reset ?? '');
  await server.call('POST', '/auth/reset-password', { body: { token: reset, newPassword: 'Abc' } });
  await server.call('POST', '/auth/logout', { token, cookie });

  // With its tables gone, every route fails in the middle: the error is logged in full.
  await sql`alter schema accounts rename to gone`.execute(database);
  const broken = await server.signIn(customer.email);
  await server.call('POST', '/auth/register', {
    body: { firstName: 'Ada', lastName: 'Byron', email: 'a@example.com', password: PASSWORD },
  });
  await server.call('POST', '/auth/refresh', { cookie });
  await server.call('POST', '/auth/reset-password', { body: { token: reset, newPassword: 'Battery-Staple-8' } });
  await server.call('POST', '/auth/forgot-password', { body: { email: customer.email } });

  expect(broken.statusCode).toBe(500);
  const log = server.logged.join('\n');
  expect(log).toContain('request failed');
  expect(log).toContain('could not be sent');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => broken.body.includes(secret))).toEqual([]);
});

test('secrets that somebody logs by mistake are taken out by their key', async () => {
  const { database } = await testDatabase();
  const server = await authServer(database);
  const headers = { authorization: 'Bearer hidden', cookie: 'farline_refresh=hidden' };
  server.app.log.info({ body: { password: 'hidden', newPassword: 'hidden', token: 'hidden' }, headers }, 'a mistake');
  server.app.log.info({ request: { headers } }, 'another');

  expect(server.logged.join('\n')).toContain('a mistake');
  expect(server.logged.join('\n')).not.toContain('hidden');
});
