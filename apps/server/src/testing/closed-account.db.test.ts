import { defaultRule } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { numbersOf } from '../modules/numbers/index.ts';
import { apiCustomer } from './api-customer.ts';
import { aPayer } from './money/payer.ts';
import { testAppOn } from './test-app.ts';
import { testDatabase } from './test-database.ts';

const { database, url } = await testDatabase();
const app = { database, ...(await testAppOn(url)) };

test('a closed account whose last call is charged below the mark is mailed that it was closed, and nothing more', async () => {
  const payer = await aPayer(app);
  await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  await payer.spend(150);

  const noticed = async () => {
    const { rows } = await sql<{ kind: string }>`
      select kind from notices.notice where account_id = ${payer.accountId} order by id`.execute(app.database);
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(noticed, { timeout: 20_000 }).toEqual(['low_balance']);
  const { rows } = await sql<{ kind: string }>`
    select kind from accounts.letter l join accounts.user u on u.id = l.user_id
    where u.account_id = ${payer.accountId} and kind <> 'confirm_email'`.execute(app.database);
  expect(rows).toEqual([{ kind: 'account_closed' }]);
});

test('what is asked while the account is being closed writes nobody into it any more', async () => {
  const customer = await apiCustomer(app, { timeZone: 'Europe/London' });
  // Another server, for which no time passes, goes on taking them for signed in: as what was asked before does.
  const at = new Date();
  const late = await testAppOn(url, { FARLINE_ROLES: 'api' }, { now: () => at });
  const ask = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${customer.token}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    return (await fetch(`${late.origin}/api/v1${path}`, { method, headers, ...sent })).status;
  };
  const [number = ''] = await numbersOf(database, customer.accountId);
  const person = { name: 'Zebedee', numbers: [{ number: '+447700900811', label: '' }] };
  const file = new FormData();
  file.set('file', new Blob(['name,phone\nQuillfeather,+447700900812\n']), 'contacts.csv');
  const picture = new FormData();
  picture.set('file', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00])]), 'me.png');
  const rule = { ...defaultRule('Europe/London'), blocked: ['+447700900813'] };
  expect(await ask('POST', '/contacts', person)).toBe(201);

  await customer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  const found = async () => {
    const { rows } = await sql<{ table: string }>`
      select 'contact' as table from contacts.contact where account_id = ${customer.accountId}
      union all select 'book' from contacts.book where account_id = ${customer.accountId}
      union all select 'picture' from accounts.picture where user_id = ${customer.userId}
      union all select 'thread' from messages.thread where account_id = ${customer.accountId}
      union all select 'template' from messages.template where account_id = ${customer.accountId}
      union all select 'rule' from numbers.rule where account_id = ${customer.accountId}`.execute(database);
    return rows.map(({ table }) => table);
  };
  await expect.poll(found).toEqual([]);

  expect(await ask('GET', '/contacts')).toBe(200);
  expect(await ask('POST', '/contacts', person)).toBe(401);
  expect(await ask('POST', '/contacts/import', file)).toBe(401);
  expect(await ask('POST', '/auth/profile/picture', picture)).toBe(401);
  expect(await ask('PATCH', `/messages/threads/${encodeURIComponent('+447700900812')}`, { draft: 'Dear' })).toBe(401);
  expect(await ask('POST', '/messages/templates', { name: 'Zebedee', text: 'Dear Zebedee' })).toBe(401);
  expect(await ask('PUT', `/numbers/${encodeURIComponent(number)}/rule`, { version: 0, rule })).toBe(401);
  expect(await found()).toEqual([]);
});
