import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { topUp } from '../modules/ledger/index.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { usd } from './money/usd.ts';
import { watchRows } from './rows-at-once.ts';
import { testApp } from './test-app.ts';

const mostRowsAtOnce = watchRows();
const { origin, database, runJobs } = await testApp();

const MANY = 3_500;
/** What is held of a list at once: a page. */
const PAGE = 1_000;

let customer: ApiCustomer;

/** Somebody with so many calls, charges, messages and people that none of these lists can be held by chance. */
beforeAll(async () => {
  customer = await apiCustomer({ origin, database });
  const { accountId, userId, walletId } = customer;
  const amountMicros = usd(MANY);
  await topUp(database, {
    walletId,
    amountMicros,
    from: 'operator_credit' as const,
    cause: { type: 'operator_credit', id: newId() },
    at: new Date(),
  });
  const many = sql`generate_series(1, ${MANY}::integer) n`;
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, to_number, destination_prefix, country_code,
      destination_kind, rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds, first_seconds,
      next_seconds, state, initiated_at, authorised_at, ended_at, reason, ended_by, answered_seconds, cost_micros, granted_seconds)
    select gen_random_uuid(), ${accountId}, ${userId}, ${walletId}, 'user', 'outbound', '+447700900123', '447700', 'GB', 'mobile', 'sample', 1,
      'USD', 20000, 0, 0, 60, 60, 'ended', now(), now(), now(), 'busy', 'callee', 0, 0, 150 from ${many}`.execute(
    database,
  );
  await sql`
    select ledger.post_transfer(gen_random_uuid(), 'plan', ${accountId} || n, now(), 'USD', array[${walletId}::uuid, null],
      array[null, 'revenue']::ledger.house_account[], array[-10000, 10000]::bigint[]) from ${many}`.execute(database);
  await sql`
    insert into messages.message (id, account_id, direction, number, peer, body, encoding, segments, state, is_practice, created_at)
    select gen_random_uuid(), ${accountId}, 'inbound', '+10005550100', '+4477009' || lpad(n::text, 5, '0'), 'Hello', 'gsm-7', 1, 'received',
      true, now() from ${many}`.execute(database);
  await sql`
    insert into messages.thread (account_id, peer, last_message_id, changed_at)
    select account_id, peer, id, created_at from messages.message where account_id = ${accountId}
    on conflict do nothing`.execute(database);
  const broadcastId = newId();
  await sql`
    insert into messages.broadcast (id, account_id, user_id, name, body, number, state, created_at)
    values (${broadcastId}, ${accountId}, ${userId}, 'Everybody', 'Hello', '+10005550100', 'draft', now())`.execute(
    database,
  );
  await sql`
    insert into messages.broadcast_recipient (broadcast_id, line, typed, peer, fields, state)
    select ${broadcastId}, n, 'as typed', '+4477009' || lpad(n::text, 5, '0'), '{}', 'waiting' from ${many}`.execute(
    database,
  );
  await sql`
    insert into notices.notice (id, user_id, account_id, kind, facts, cause, at)
    select gen_random_uuid(), ${userId}, ${accountId}, 'password_changed', '{}', n::text, now() from ${many}`.execute(
    database,
  );
  // What autovacuum does in its time: until then the database may take a full table for an empty one, and read all of it for each row.
  await sql`analyze`.execute(database);
}, 120_000);

test.each([
  ['calls', '/calls/export.csv'],
  ['messages', '/messages/export.csv'],
  ['payments', `/billing/history.csv?endDate=${new Date().toISOString().slice(0, 10)}`],
])('the file of %s is read a page at a time', async (_, path) => {
  const most = await mostRowsAtOnce(async () => {
    const answer = await customer.fetch(path);
    expect(answer.status).toBe(200);
    expect((await answer.text()).split('\r\n').length - 2).toBeGreaterThanOrEqual(MANY);
  });

  expect(most).toBeLessThanOrEqual(PAGE);
});

/** As many people in the book: a file of messages names them all, which a book's limit bounds. */
async function fillBook(): Promise<void> {
  const { accountId } = customer;
  const many = sql`generate_series(1, ${MANY}::integer) n`;
  await sql`insert into contacts.book (account_id, revision) values (${accountId}, 1) on conflict do nothing`.execute(
    database,
  );
  await sql`
    insert into contacts.contact (id, account_id, name, search_name, created_at, changed_at)
    select gen_random_uuid(), ${accountId}, 'Ada ' || n, 'ada ' || n, now(), now() from ${many}`.execute(database);
  await sql`
    insert into contacts.number (contact_id, place, account_id, number, label)
    select id, 0, account_id, '+4477009' || lpad((row_number() over ())::text, 5, '0'), ''
    from contacts.contact where account_id = ${accountId}`.execute(database);
}

test('an export of everything is read a page at a time', async () => {
  await fillBook();
  const most = await mostRowsAtOnce(async () => {
    const everything = (await (await customer.fetch('/settings/export')).json()) as Record<string, unknown[]>;
    for (const list of ['calls', 'ledger', 'messages', 'conversations', 'broadcastRecipients', 'contacts', 'notices'])
      expect(everything[list]?.length, list).toBeGreaterThanOrEqual(MANY);
  });

  expect(most).toBeLessThanOrEqual(PAGE);
});

test('an account is closed, and what it had erased, without any of its lists being read whole', async () => {
  const most = await mostRowsAtOnce(async () => {
    const closed = await customer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
    expect(closed.status).toBe(200);
    const left = async () => {
      await runJobs();
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from messages.thread where account_id = ${customer.accountId}`.execute(database);
      return rows[0]?.count;
    };
    await expect.poll(left, { timeout: 100_000 }).toBe(0);
  });

  expect(most).toBeLessThanOrEqual(PAGE);
});
