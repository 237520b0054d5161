import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { abandonKeys } from './abandon-keys.ts';
import { activeCustomer } from './active-customer.ts';
import { apiCustomer } from './api-customer.ts';
import { twilioStandIn } from './http-provider.ts';
import { testApp } from './test-app.ts';

// Whatever takes an Idempotency-Key and makes or pays something: a server that is killed after the deed and before its answer is asked again.
const folder = await mkdtemp(join(tmpdir(), 'farline-again-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const acme = await twilioStandIn('acme');
const app = await testApp({
  FARLINE_DATA_DIR: folder,
  FARLINE_CALL_BRIDGE: 'http://127.0.0.1:9',
  FARLINE_CALL_BRIDGE_SECRET: 'a secret that no bridge is asked with',
  FARLINE_MESSAGE_CARRIERS: acme.setting,
});
const { database } = app;
const OFFERED = '+447700900555';
beforeAll(async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, created_at)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', 9, 'udp', 1, '', '{}', 1, now())`.execute(database);
  await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
    values (${OFFERED}, 'GB', 'mobile', 'a carrier', 1000000, 0, 0, 'USD', true, true, now())`.execute(database);
});

const verification = (by: 'call' | 'text', number: string) => ({ number, most: '100.00', by });

test.each([
  ['a contact', '/contacts', { name: 'Ada', numbers: [{ number: '+442071838750' }] }, 'contacts.contact'],
  ['a template', '/messages/templates', { name: 'Ada', text: 'Dear Ada' }, 'messages.template'],
  ['a broadcast', '/messages/broadcasts', { name: 'Ada', text: 'Dear all' }, 'messages.broadcast'],
  ['a greeting', '/greetings', { name: 'Ada', language: 'en', text: 'Hello' }, 'voicemail.greeting'],
  ['a call with a code', '/numbers/verifications', verification('call', '+447700900001'), 'numbers.verification'],
  ['a text with a code', '/numbers/verifications', verification('text', '+447700900002'), 'numbers.verification'],
  ['a message', '/messages', { to: '+447700900003', text: 'Hi' }, 'messages.message'],
  [
    'a rented number',
    '/numbers',
    { number: OFFERED, monthly: '1.00', setup: '0', perMinute: '0' },
    'numbers.rent_charge',
  ],
])('%s is the same one when it is asked for again, and is made once', async (_what, path, body, table) => {
  const { ask, userId, accountId } = await activeCustomer(app);
  const first = await ask('POST', path, body, 'again');
  expect(first).toMatchObject({ status: 201 });
  await abandonKeys(database, userId);

  expect(await ask('POST', path, body, 'again')).toMatchObject({ status: 201, body: made(first.body) });
  const { rows } = await sql`select from ${sql.raw(table)} where account_id = ${accountId}`.execute(database);
  expect(rows).toHaveLength(1);
});

/** What does not change while its message is on its way. */
function made(body: unknown): object {
  const [[name, one] = ['', null]] = Object.entries(body as Record<string, { id?: string; number?: string }>);
  return { [name]: one?.id === undefined ? { number: one?.number } : { id: one.id } };
}

test('a plan that is asked for again is the plan that one is on, and paid once', async () => {
  const { ask, userId, accountId } = await apiCustomer(app, { dollars: 50 });
  const first = await ask('POST', '/billing/subscription', { planId: 'plus' }, 'again');
  expect(first).toMatchObject({ status: 200 });
  await abandonKeys(database, userId);

  expect(await ask('POST', '/billing/subscription', { planId: 'plus' }, 'again')).toEqual(first);
  const { rows } = await sql`select from billing.plan_charge where account_id = ${accountId}`.execute(database);
  expect(rows).toHaveLength(1);
});
