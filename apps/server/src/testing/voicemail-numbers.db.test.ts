import { defaultRule, voicemailsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { numbersOf } from '../modules/numbers/index.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

/** Voicemails are kept by the number that was called. */

const app = await testApp();
const { database } = app;
let numbers = 0;

/** A further number of an account. */
async function aNumber({ accountId }: ApiCustomer, label: string): Promise<string> {
  const number = `+1415555${String(2000 + ++numbers)}`;
  await sql`insert into numbers.number (e164, account_id, kind, label, created_at)
    values (${number}, ${accountId}, 'bought', ${label}, now())`.execute(database);
  return number;
}

async function aMessage({ accountId }: ApiCustomer, number: string, { heard = false } = {}): Promise<string> {
  const id = newId();
  await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds, heard_at)
    values (${id}, ${accountId}, ${number}, '+447700900555', now(), 1000, ${heard ? new Date() : null})`.execute(
    database,
  );
  return id;
}

const listOf = async (customer: ApiCustomer, query: Record<string, string> = {}) =>
  voicemailsReply.parse((await customer.ask('GET', `/voicemails?${new URLSearchParams(query).toString()}`)).body);

/** Somebody with two numbers, in this order. */
async function anOwner() {
  const customer = await apiCustomer(app);
  const [first = ''] = await numbersOf(database, customer.accountId);
  await customer.ask('PATCH', `/numbers/${encodeURIComponent(first)}`, { isDefault: true });
  return { customer, first, second: await aNumber(customer, 'Workshop') };
}

test('what was left on one number is listed by itself, page by page, and counted beside the others', async () => {
  const { customer, first, second } = await anOwner();
  const ids = [
    await aMessage(customer, second),
    await aMessage(customer, first),
    await aMessage(customer, second),
    await aMessage(customer, second, { heard: true }),
  ];

  const page = await listOf(customer, { number: second, limit: '2' });
  const rest = await listOf(customer, { number: second, limit: '2', cursor: page.nextCursor ?? '' });

  expect([page, rest].map(({ items }) => items.map(({ id }) => id))).toEqual([[ids[3], ids[2]], [ids[0]]]);
  expect(page).toMatchObject({
    boxes: [
      { number: first, unheard: 1, total: 1 },
      { number: second, label: 'Workshop', unheard: 2, total: 3 },
    ],
    unheard: 3,
    usedSeconds: 4,
  });
  expect((await listOf(customer)).items).toHaveLength(4);
});

test('a number has its place where its callers may come to voicemail, and keeps it where the account has it no more', async () => {
  const { customer, first, second } = await anOwner();
  expect((await listOf(customer)).boxes).toEqual([]);

  const rule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' } };
  await customer.ask('PUT', `/numbers/${encodeURIComponent(second)}/rule`, { version: 0, rule });
  await aMessage(customer, '+14155551999');

  const waiting = { number: second, label: 'Workshop', unheard: 0, total: 0 };
  const gone = { number: '+14155551999', label: '', unheard: 1, total: 1 };
  expect((await listOf(customer)).boxes).toEqual([waiting, gone]);
  await aMessage(customer, first);
  expect((await listOf(customer)).boxes).toMatchObject([{ number: first }, waiting, gone]);
});

test('what was left on the number of another account is not listed, and neither is the number', async () => {
  const [{ customer, second }, other] = [await anOwner(), await anOwner()];
  await aMessage(customer, second);

  expect(await listOf(other.customer, { number: second })).toMatchObject({ items: [], boxes: [], unheard: 0 });
});

test('a list of one number is read along the messages of this number alone', async () => {
  const { customer, first, second } = await anOwner();
  await aMessage(customer, second);
  await sql`insert into voicemail.recording (id, account_id, number, received_at, milliseconds)
    select gen_random_uuid(), ${customer.accountId}, ${first}, now(), 1000 from generate_series(1, 3000)`.execute(
    database,
  );
  await sql`analyze voicemail.recording`.execute(database);

  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json)
    select id from voicemail.recording where account_id = ${customer.accountId} and number = ${second}
      and id < 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid order by id desc limit 21`.execute(database);

  expect(JSON.stringify(rows)).toContain('recording_of_number');
});
