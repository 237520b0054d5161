import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { queueMail } from '../index.ts';
import { authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const write = async (userId: string) =>
  await inTransaction(database, async (tx) => {
    const at = server.clock.now();
    await queueMail(tx, { userId, subject: 'Your balance is low', body: 'It is $0.99.', at });
  });

test('a mail goes to its user, in words that somebody else wrote', async () => {
  const { userId, email } = await server.aCustomer();
  await write(userId);
  await server.runTick('send mails');

  expect(server.mails).toContainEqual({
    to: email,
    subject: 'Your balance is low',
    text: 'Hello Ada,\n\nIt is $0.99.\n\nFarline',
  });
});

test('a mail that could not be sent is sent later, once', async () => {
  const { userId, email } = await server.aCustomer();
  await write(userId);
  server.mailFault.error = new Error('the post office is closed');
  await server.runTick('send mails');
  server.mailFault.error = null;
  server.clock.pass(60_000);
  await server.runTick('send mails');
  await server.runTick('send mails');

  expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1);
});

test('a link that somebody waits for goes before codes for new sign-ups, and those before notices', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, async () => await server.aCustomer()));
  await server.runTick('send mails');
  const [ada] = customers;
  for (const { userId } of customers) for (let written = 0; written < 8; written += 1) await write(userId);
  server.clock.pass(1_000);
  const stranger = await server.aCustomer({ isConfirmed: false });
  await server.call('POST', '/auth/forgot-password', { body: { email: ada?.email } });
  const before = server.mails.length;
  server.clock.pass(1_000);
  await server.runTick('send mails');

  const sent = server.mails.slice(before);
  expect(sent).toHaveLength(34);
  const first = sent.slice(0, 10);
  expect(first.filter(({ to, text }) => to === ada?.email && text.includes('/reset-password'))).toHaveLength(1);
  expect(first.filter(({ to }) => to === stranger.email)).toHaveLength(1);
});

test('an address that there is not is tried once for whoever signs up with it; a known one that is refused, again', async () => {
  const [stranger, ada] = [await server.aCustomer({ isConfirmed: false }), await server.aCustomer()];
  await write(ada.userId);
  const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 };
  server.mailFault.error = Object.assign(new Error('no such mailbox'), refusal);
  await server.runTick('send mails');
  server.mailFault.error = null;
  server.clock.pass(60_000);
  await server.runTick('send mails');

  expect(server.mails.filter(({ to }) => to === stranger.email)).toEqual([]);
  expect(server.mails.filter(({ to, subject }) => to === ada.email && subject.includes('balance'))).toHaveLength(1);
});

test('who closes their account is sent no mail any more that names somebody, and none is kept', async () => {
  const { userId, email, token } = await server.aCustomer();
  const queue = async (subject: string, namesSomebody: boolean) =>
    await inTransaction(database, async (tx) => {
      await queueMail(tx, { userId, subject, body: 'From +447700900123.', namesSomebody, at: server.clock.now() });
    });
  await queue('Sent before', true);
  await server.runTick('send mails');
  await queue('Waits', true);
  await queue('About money', false);
  const closing = await server.call('POST', '/settings/close-account', { token, body: { password: PASSWORD } });
  expect(closing.statusCode).toBe(200);
  await server.runTick('send mails');

  const subjects = server.mails.filter((mail) => mail.to === email).map((mail) => mail.subject);
  expect(subjects.toSorted()).toEqual(['About money', 'Sent before', 'Your Farline account was closed']);
  const { rows } = await sql<{ subject: string }>`
    select subject from accounts.letter where user_id = ${userId} and kind = 'notice'`.execute(database);
  expect(rows).toEqual([{ subject: 'About money' }]);
});
