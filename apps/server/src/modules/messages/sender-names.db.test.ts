import { message, sendersReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiCustomer } from '../../testing/api-customer.ts';
import { runOperator } from '../../testing/operator-program.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { testAppOn } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { allowSenderName } from './record/sender-names-store.ts';

/** Names instead of numbers as senders: allowed by an operator, by the rules of the recipient's country, as far as the far side. */

const centre = await sandboxMessages();
const { database, url } = await testDatabase();
const app = { database, ...(await testAppOn(url, centre.serverEnv)) };
const TO = '+447700900123';
type Customer = Awaited<ReturnType<typeof apiCustomer>>;

async function operator({ ask }: Customer, ...words: string[]) {
  const { body } = await ask('GET', '/auth/profile');
  const { email } = z.object({ user: z.object({ email: z.string() }) }).parse(body).user;
  return await runOperator(['sender', email, ...words], { DATABASE_URL: url });
}

const write = async ({ ask }: Customer, from: string, to = TO) =>
  await ask('POST', '/messages', { to, from, text: `From ${from}` });

test('a name that an operator allowed is the sender, as far as the receipt, until it is taken back', async () => {
  const customer = await apiCustomer(app);
  expect(await write(customer, 'Acme')).toMatchObject({ status: 403, body: { code: 'sender_not_allowed' } });
  expect((await operator(customer)).said).toContain('writes from numbers alone');
  expect(await operator(customer, 'Acme')).toMatchObject({ code: 0, complained: '' });

  const sent = z.object({ message }).parse((await write(customer, 'ACME')).body).message;
  expect(sent).toMatchObject({ number: 'Acme', status: 'queued' });
  const status = async () => {
    const { body } = await customer.ask('GET', `/messages/${sent.id}`);
    return z.object({ message }).parse(body).message.status;
  };
  await expect.poll(status).toBe('delivered');
  const { messages } = await centre.taken(TO);
  expect(messages.filter(({ text }) => text === sent.text)).toMatchObject([{ from: 'Acme', text: 'From ACME' }]);
  // What is written without a sender goes from a number again, which can be answered.
  const next = await customer.ask('POST', '/messages', { to: TO, text: 'And now?' });
  expect(z.object({ message }).parse(next.body).message.number).toMatch(/^\+999/);

  expect((await operator(customer, 'Acme', 'off')).said).toContain('may not write as “Acme” any more');
  expect(await write(customer, 'Acme')).toMatchObject({ status: 403, body: { code: 'sender_not_allowed' } });
});

test.each([
  ['that takes no names', '+12025550123', 422],
  ['that wants them registered, where it is', '+971501234567', 201],
  ['that wants them registered, where it is not', '+84912345678', 422],
])('to a country %s', async (_, to, status) => {
  const customer = await apiCustomer(app);
  await operator(customer, 'Acme', 'ae');
  const answer = await write(customer, 'Acme', to);
  expect(answer).toMatchObject(
    status === 201
      ? { status, body: { message: { number: 'Acme' } } }
      : { status, body: { code: 'sender_name_refused' } },
  );
});

test('the audit has what a name was before it was changed or taken back', async () => {
  const customer = await apiCustomer(app);
  for (const words of [['GB'], ['GB,AE'], ['off']]) await operator(customer, 'Acme', ...words);
  const { rows } = await sql`select action, before->'registeredIn' as before, after->'registeredIn' as after
    from audit.event where account_id = ${customer.accountId} and action like 'sender.%' order by id`.execute(database);
  expect(rows).toEqual([
    { action: 'sender.allowed', before: null, after: ['GB'] },
    { action: 'sender.allowed', before: ['GB'], after: ['GB', 'AE'] },
    { action: 'sender.forbidden', before: ['GB', 'AE'], after: null },
  ]);
});

test('a name of somebody else is nobody’s', async () => {
  const [theirs, mine] = [await apiCustomer(app), await apiCustomer(app)];
  await operator(theirs, 'Acme');
  expect(await write(mine, 'Acme')).toMatchObject({ status: 403, body: { code: 'sender_not_allowed' } });
});

test.each([['+Acme'], ['12345'], ['TwelveLetter'], ['Ácme']])('%s is no name that can be allowed', async (name) => {
  const customer = await apiCustomer(app);
  expect(await operator(customer, name)).toMatchObject({ code: 1, complained: expect.stringContaining('no name') });
});

test('whom an account may write as is told, and who was chosen for a person is remembered', async () => {
  const [customer, other] = [await apiCustomer(app), await apiCustomer(app)];
  await operator(customer, 'Acme', 'ae');
  const senders = async ({ ask }: Customer) => sendersReply.parse((await ask('GET', '/messages/senders')).body);
  const { numbers, names } = await senders(customer);
  expect(numbers).toEqual([expect.stringMatching(/^\+999/)]);
  expect(names).toEqual([{ name: 'Acme', registeredIn: ['AE'] }]);
  expect((await senders(other)).names).toEqual([]);

  const path = `/messages/threads/${encodeURIComponent(TO)}` as const;
  const choose = async ({ ask }: Customer, sender: string | null) => await ask('PATCH', path, { sender });
  expect(await choose(customer, 'Acme')).toMatchObject({ status: 200, body: { thread: { sender: 'Acme' } } });
  await customer.ask('PATCH', path, { draft: 'Hello' });
  expect(await customer.ask('GET', path)).toMatchObject({ body: { thread: { sender: 'Acme', draft: 'Hello' } } });
  for (const sender of ['Other', '+12025550123', (await senders(other)).numbers[0] ?? '']) {
    expect(await choose(customer, sender)).toMatchObject({ status: 403, body: { code: 'sender_not_allowed' } });
  }
  expect(await choose(other, 'Acme')).toMatchObject({ status: 403 });
  expect(await choose(customer, null)).toMatchObject({ status: 200, body: { thread: { sender: null } } });
});

test('an account with more than a hundred names may write under each', async () => {
  const customer = await apiCustomer(app);
  const { accountId } = customer;
  const at = new Date();
  for (let name = 0; name < 101; name++) {
    await allowSenderName(database, { accountId, name: `Acme ${String(name).padStart(3, '0')}`, registeredIn: [], at });
  }
  expect(sendersReply.parse((await customer.ask('GET', '/messages/senders')).body).names).toHaveLength(101);
  expect((await write(customer, 'Acme 100')).status).toBe(201);
});
