import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { queueMail } from '../index.ts';
import { anAddress, anEmail, authServer, PASSWORD } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);
const HOUR = 60 * 60_000;

const mails = async (userId: string, count: number) =>
  await inTransaction(database, async (tx) => {
    for (let written = 0; written < count; written += 1) {
      await queueMail(tx, { userId, subject: `Mail ${written}`, body: 'It is so.', at: server.clock.now() });
    }
  });
const mailsTo = (email: string) => server.mails.filter((mail) => mail.to === email);
const deliver = async () => await server.runTick('send mails');

test('a mailbox gets so many mails an hour and no more; what is kept back is counted and logged', async () => {
  const { email, userId } = await server.aCustomer();
  await mails(userId, 40);
  await deliver();

  expect(mailsTo(email).length).toBeGreaterThan(5);
  expect(mailsTo(email).length).toBeLessThanOrEqual(20);
  const kept = 40 - mailsTo(email).length;
  expect(server.dropped.filter(({ kind }) => kind === 'notice')).toHaveLength(kept);
  expect(server.logged.filter((line) => line.includes('a mail was not sent'))).toHaveLength(kept);
  server.clock.pass(HOUR);
  await mails(userId, 1);
  await deliver();
  expect(mailsTo(email)).toHaveLength(41 - kept);
});

test('voicemails fill no mailbox, and keep no other notice from it', async () => {
  const { email, userId } = await server.aCustomer();
  await inTransaction(database, async (tx) => {
    for (let left = 0; left < 30; left += 1) {
      const mail = { userId, subject: 'A voicemail', body: 'It is so.', at: server.clock.now() };
      await queueMail(tx, { ...mail, voicemailId: newId() });
    }
  });
  await deliver();
  await mails(userId, 5);
  await deliver();

  const subjects = mailsTo(email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'A voicemail')).toHaveLength(6);
  expect(subjects.filter((subject) => subject.startsWith('Mail '))).toHaveLength(5);
});

test('whatever fills a mailbox, a warning about the account gets there', async () => {
  const { email, userId } = await server.aCustomer();
  await mails(userId, 40);
  await deliver();
  await inTransaction(database, async (tx) => {
    const at = server.clock.now();
    await queueMail(tx, {
      userId,
      subject: 'A new forward',
      body: 'It is so.',
      namesSomebody: true,
      isWarning: true,
      at,
    });
  });
  await deliver();

  expect(mailsTo(email).at(-1)?.subject).toBe('A new forward');
});

test('a mailbox that is full of mails still gets the link for a new password', async () => {
  const { email, userId } = await server.aCustomer();
  await mails(userId, 40);
  await deliver();
  await server.call('POST', '/auth/forgot-password', { body: { email } });
  await deliver();

  expect(mailsTo(email).at(-1)?.text).toContain('/reset-password?token=');
});

test('nothing but the code goes to an address that nobody confirmed', async () => {
  const { email, userId } = await server.aCustomer({ isConfirmed: false });
  await mails(userId, 3);
  await deliver();

  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Confirm your email address for Farline']);
  expect(mailsTo(email)[0]?.text).toMatch(/^Hello,\n/);
});

test('no word of whoever types an address reaches it before it has answered', async () => {
  const [stranger, wanted] = [anEmail(), anEmail()];
  const words = 'You have won, ring +447700900123 now';
  const body = { firstName: words, lastName: 'Byron', email: stranger, password: PASSWORD };
  await server.call('POST', '/auth/register', { body });
  await server.call('POST', '/auth/forgot-password', { body: { email: stranger } });
  const { token } = await server.aCustomer();
  const change = { firstName: words, email: wanted, currentPassword: PASSWORD };
  expect((await server.call('PATCH', '/auth/profile', { token, body: change })).statusCode).toBe(200);
  await deliver();

  const texts = [...mailsTo(stranger), ...mailsTo(wanted)].map(({ text }) => text);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toMatch(/^Hello,\n/);
});

test('a mailbox gets few codes an hour, whoever signs up and however they write its address', async () => {
  const name = anEmail().replace('@example.com', '');
  for (let signUps = 0; signUps < 30; signUps += 1) {
    await server.aCustomer({ email: `${name}+${signUps}@example.com`, isConfirmed: false });
  }
  await deliver();

  expect(server.mails.filter(({ to }) => to.startsWith(name))).toHaveLength(12);
});

test('one place does not use up the codes that there are for a mailbox', async () => {
  const email = anEmail();
  const address = anAddress();
  const person = { firstName: 'Ada', lastName: 'Byron', email, password: 'Correct-Horse-7' };
  for (let tries = 0; tries < 10; tries += 1) await server.call('POST', '/auth/register', { body: person, address });
  await deliver();
  const fromOnePlace = mailsTo(email).length;
  await server.call('POST', '/auth/register', { body: person });
  await deliver();

  expect(fromOnePlace).toBeLessThanOrEqual(5);
  expect(mailsTo(email)).toHaveLength(fromOnePlace + 1);
});

test('one place that goes on all day does not use up the codes that there are for a mailbox', async () => {
  const email = anEmail();
  const address = anAddress();
  const person = { firstName: 'Ada', lastName: 'Byron', email, password: PASSWORD };
  for (let hours = 0; hours < 6; hours += 1) {
    for (let tries = 0; tries < 5; tries += 1) await server.call('POST', '/auth/register', { body: person, address });
    await deliver();
    server.clock.pass(HOUR);
  }
  const fromOnePlace = mailsTo(email).length;
  await server.call('POST', '/auth/register', { body: person });
  await deliver();

  expect(fromOnePlace).toBeLessThanOrEqual(12);
  expect(mailsTo(email)).toHaveLength(fromOnePlace + 1);
});

test('a place is told of five addresses an hour that somebody has, and of no more', async () => {
  const address = anAddress();
  const statuses: number[] = [];
  for (let asked = 0; asked < 7; asked += 1) {
    const { email } = await server.aCustomer();
    const body = { firstName: 'Ada', lastName: 'Byron', email, password: 'Correct-Horse-7' };
    statuses.push((await server.call('POST', '/auth/register', { body, address })).statusCode);
  }

  expect(statuses).toEqual([...Array<number>(5).fill(409), 429, 429]);
});
