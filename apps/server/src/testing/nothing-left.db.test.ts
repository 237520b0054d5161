import { defaultRule, message } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { activeCustomer } from './active-customer.ts';
import type { ApiCustomer } from './api-customer.ts';
import { inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { newId } from '../platform/ids.ts';
import { receiptOf, textTo, twilioStandIn } from './http-provider.ts';
import { testApp } from './test-app.ts';

const acme = await twilioStandIn('acme');
// No mail server answers: what is to be mailed waits.
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: acme.setting, SMTP_URL: 'smtp://127.0.0.1:9' });
const { database } = app;

const FRIEND = '+447700900811';
const WRITER = '+447700900812';
const BLOCKED = '+447700900813';
const RECIPIENT = '+447700900814';
/** What somebody else may be known by, and what was said; in letters of their own that stand in nothing else. */
const SOUGHT = ['7700900811', '7700900812', '7700900813', '7700900814', 'zebedee', 'quillfeather'];

/**
 * Where other people may be found after an account is closed (decision 85). Nothing may be added but what the books need, or what is deleted
 * by itself within days.
 */
const KEPT: Record<string, string> = {
  'calls.call': 'the record of a call, which its charge and its receipt point at',
  'platform.event': 'what modules tell each other, deleted after two days',
};

test('a closed account leaves nobody behind in any column of any table but those that say why', async () => {
  const customer = await activeCustomer(app);
  await liveRichly(customer);
  expect(Object.keys(await findSought())).toEqual(
    expect.arrayContaining([
      'accounts.letter',
      'billing.receipt',
      'calls.call',
      'calls.person',
      'contacts.contact',
      'contacts.number',
      'messages.early_receipt',
      'messages.message',
      'messages.thread',
      'notices.notice',
      'platform.idempotency',
    ]),
  );

  const { rows: receipts } = await sql<{ id: string }>`
    select id from billing.receipt where account_id = ${customer.accountId}`.execute(database);
  const shown = async () => (await fetch(`${app.origin}/api/v1/receipts/${receipts[0]?.id ?? ''}`)).status;
  expect(await shown()).toBe(200);

  expect(await customer.ask('POST', '/settings/close-account', { password: 'Analytical1843' })).toMatchObject({
    status: 200,
  });

  const left = async () => {
    // What is erased once a minute is not waited for.
    await app.runJobs();
    const found = await findSought();
    return Object.fromEntries(Object.entries(found).filter(([table]) => !Object.hasOwn(KEPT, table)));
  };
  await expect.poll(left).toEqual({});
  expect(await shown()).toBe(404);
});

/** Somebody with contacts, conversations, drafts, templates, rules, broadcasts, and messages that came, went and wait. */
async function liveRichly(customer: ApiCustomer): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await customer.ask(method, path, body, method === 'POST' ? newId() : undefined);
    expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201, 204])]);
    return answer.body;
  };
  const thread = (peer: string) => `/messages/threads/${encodeURIComponent(peer)}`;
  await ask('POST', '/contacts', {
    name: 'Zebedee Quillfeather',
    numbers: [{ number: FRIEND, label: 'mobile' }],
    note: 'Zebedee has a dog',
  });
  const sent = z
    .object({ message })
    .parse(await ask('POST', '/messages', { to: FRIEND, text: 'Zebedee, are you there?' }));
  const { number } = sent.message;
  await expect.poll(() => acme.takenTo(FRIEND).length).toBe(1);
  const read = async () => z.object({ message }).parse(await ask('GET', `/messages/${sent.message.id}`)).message;
  await expect.poll(async () => (await read()).status).toBe('sent');
  await ask('GET', `/messages/${sent.message.id}/receipt`);
  await acme.tell(app.origin, receiptOf(sent.message, 'acme-1'));
  await acme.tell(app.origin, receiptOf(sent.message, 'of-nobody'));
  await acme.tell(app.origin, textTo(number, 'in-1', { From: WRITER, Body: 'It is Quillfeather' }));
  await acme.tell(app.origin, textTo(number, 'in-2', { From: BLOCKED, Body: 'HELP' }));
  await ask('PATCH', thread(WRITER), { draft: 'Dear Quillfeather', note: 'Zebedee’s sister' });
  await ask('PATCH', thread(BLOCKED), { isBlocked: true });
  await ask('POST', '/messages/templates', { name: 'Zebedee', text: 'Dear Zebedee' });
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await ask('POST', '/messages', { to: RECIPIENT, text: 'Happy birthday, Zebedee', sendAt });
  const rule = { ...defaultRule('Europe/London'), vips: [FRIEND], blocked: [BLOCKED] };
  await ask('PUT', `/numbers/${encodeURIComponent(number)}/rule`, { version: 0, rule });
  await ask('POST', '/messages/broadcasts', { name: 'For Zebedee', text: 'Dear {name}' });
  await ask('POST', '/calls/initiate', { to: FRIEND });
  const left = { number, from: WRITER, seconds: 7, at: new Date().toISOString() };
  await inTransaction(database, async (tx) => {
    const told = { accountId: customer.accountId, subjectId: newId(), payload: left };
    await publish(tx, { type: 'voicemail.received', ...told });
  });
  const noticed = async () => {
    const { rows } = await sql<{ kind: string }>`select kind from notices.notice
      where account_id = ${customer.accountId} and kind in ('message_received', 'voicemail_received') order by kind`.execute(
      database,
    );
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(noticed).toEqual(['message_received', 'message_received', 'voicemail_received']);
}

/** The columns of each table in whose rows something that is sought stands; of prices and prefixes, which are nobody's, none is read. */
async function findSought(): Promise<Record<string, string[]>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select format('%s.%s', table_schema, table_name) as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and table_schema <> 'rating'
    order by table_schema, table_name, ordinal_position`.execute(database);
  expect(columns.length).toBeGreaterThan(500);
  const patterns = SOUGHT.map((word) => `%${word}%`);
  const isSought = (value: RawBuilder<unknown>) => sql`lower(${value}::text) like any (${patterns}::text[])`;
  const tables = [...new Set(columns.map(({ table }) => table))];
  const { rows: hits } = await sql<{ table: string }>`${sql.join(
    tables.map(
      (table) =>
        sql`select ${table} as table where exists (select from ${sql.table(table)} one where ${isSought(sql`one`)})`,
    ),
    sql` union all `,
  )}`.execute(database);
  const found: Record<string, string[]> = {};
  for (const { table, column } of columns.filter((one) => hits.some((hit) => hit.table === one.table))) {
    const { rows } = await sql`select from ${sql.table(table)} where ${isSought(sql.ref(column))} limit 1`.execute(
      database,
    );
    if (rows.length > 0) found[table] = [...(found[table] ?? []), column];
  }
  return found;
}
