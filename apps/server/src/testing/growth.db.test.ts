import { apiRoutes } from '@farline/contracts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { numbersOfVoicemail } from '../modules/numbers/index.ts';
import { playMessages } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

// A connection takes what it asks with from here when it is made.
const asked = vi.spyOn(pg.Client.prototype, 'query');
afterAll(() => asked.mockRestore());
const { origin, database, runJobs } = await testApp();

/**
 * Tables that may be read whole: they have a row for each trunk, plan or server, hold what is still to be done and nothing else, or are
 * bounded otherwise. All others grow with what was done in the past.
 */
const SMALL: readonly string[] = [
  ...['billing.plan', 'billing.receipt_key', 'rating.rate_table', 'routing.trunk', 'routing.registration'],
  ...['platform.event_counter', 'platform.subscription', 'messages.carrier_line'],
  ...['insight.earlier_calls', 'insight.earlier_messages'],
  ...['messages.erasure', 'voicemail.discarded_greeting'],
  // A row for each month that an operator has archived.
  'calls.archived_month',
  // A catalogue, which whoever sells the numbers fills.
  'numbers.offer',
  // The last mails of an installation that sends none.
  'mail.captured',
];

const NOBODY = '0190a000-0000-7000-8000-000000000000';
/** Lists of less than all. */
const NARROWED = ['/voicemails?number=%2B14155550100', '/voicemails?from=%2B14155550100'];
const FILLED: Readonly<Record<string, string>> = { number: '+14155550100', peer: '+14155550100', token: 'unknown' };

let customer: ApiCustomer;
let callId: string;

beforeAll(async () => {
  customer = await apiCustomer({ origin, database });
  callId = newId();
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, to_number, destination_prefix, country_code,
      destination_kind, rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds, first_seconds,
      next_seconds, state, initiated_at, authorised_at, ended_at, reason, ended_by, answered_seconds, cost_micros, granted_seconds)
    values (${callId}, ${customer.accountId}, ${customer.userId}, ${customer.walletId}, 'user', 'outbound', '+447700900123', '447700', 'GB',
      'mobile', 'sample', 1, 'USD', 20000, 0, 0, 60, 60, 'ended', now(), now(), now(), 'busy', 'callee', 0, 0, 150)`.execute(
    database,
  );
});

/** The texts of what this process asks the database meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  asked.mockClear();
  await work();
  const texts = asked.mock.calls.map(([first]: unknown[]) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  );
  return [...new Set(texts)].filter((text) => /^\s*(select|with|insert|update|delete)\b/.test(text));
}

type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  Schema?: string;
  Filter?: string;
  Plans?: PlanNode[];
};

/**
 * What in the plan of a statement reads rows without an index that leads to them. PostgreSQL is asked for the plan that it keeps for any
 * parameters, and is kept from reading tables whole, so that it does so only where there is no other way: these tables are nearly empty.
 */
async function readsWhole(statements: readonly string[]): Promise<string[]> {
  return await database.connection().execute(async (connection) => {
    await sql`select set_config(name, 'off', false) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(
      connection,
    );
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    // As on a slow disk: an index of a handful of rows is then not read from end to end instead of being asked for one.
    await sql`set random_page_cost = 4`.execute(connection);
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indpred is not null`.execute(connection);
    const ofSomeRows = new Set(rows.map(({ name }) => name));
    const found: string[] = [];
    for (const text of statements) {
      const plan = await planOf(
        text,
        async (query) => await sql.raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query).execute(connection),
      );
      found.push(
        ...nodesOf(plan)
          .flatMap((node) => wrongWith(node, ofSomeRows))
          .map((wrong) => `${wrong}: ${oneLine(text)}`),
      );
    }
    await sql`reset all`.execute(connection);
    return found;
  });
}

async function planOf(
  text: string,
  ask: (query: string) => Promise<{ rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }>,
): Promise<PlanNode> {
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const nothing = most === 0 ? '' : `(${Array.from({ length: most }, () => 'null').join(', ')})`;
  await ask(`prepare asked as ${text}`);
  const { rows } = await ask(`explain (format json, verbose) execute asked${nothing}`);
  await ask('deallocate asked');
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error(`no plan for ${text}`);
  return plan;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);

function wrongWith(node: PlanNode, ofSomeRows: ReadonlySet<string>): string[] {
  const table = `${node.Schema}.${node['Relation Name']}`;
  const index = node['Index Name'];
  if (node['Relation Name'] === undefined || SMALL.includes(table)) return [];
  if (node['Node Type'] === 'Seq Scan') return [`reads ${table} whole`];
  // An index of some rows alone, those that are open, is as long as they are many.
  if (index !== undefined && node['Index Cond'] === undefined && !ofSomeRows.has(`${node.Schema}.${index}`)) {
    return [`reads ${table} along ${index}`];
  }
  // "No place, or behind it": all before the place is read and passed over.
  return /\$\d+ IS NULL\) OR \(.* [<>] /.test(node.Filter ?? '') ? [`passes over rows of ${table}`] : [];
}

test('every job finds what it works on by an index', async () => {
  const statements = await statementsOf(runJobs);

  expect(statements.length).toBeGreaterThan(60);
  expect(await readsWhole(statements)).toEqual([]);
});

test('whoever listens to their voicemails has them found by an index', async () => {
  const { accountId, userId } = customer;
  const asked = { accountId, userId, timeZone: 'UTC', at: new Date(), numbersOf: numbersOfVoicemail };
  const statements = await statementsOf(async () => await playMessages(database, asked));

  expect(statements.filter((text) => text.includes('voicemail.recording'))).toHaveLength(2);
  expect(await readsWhole(statements)).toEqual([]);
});

test('every page and every file finds what it shows by an index', async () => {
  const paths = apiRoutes.flatMap(({ name, isAtRoot }) => {
    const [method, path = ''] = name.split(' ');
    if (method !== 'GET' || isAtRoot === true) return [];
    const id = path.startsWith('/calls/') ? callId : NOBODY;
    return [path.replace(/\{(\w+)\}/g, (_part, field: string) => encodeURIComponent(FILLED[field] ?? id))];
  });
  const statements = await statementsOf(async () => {
    for (const path of [...paths, ...NARROWED]) expect((await customer.fetch(path)).status, path).toBeLessThan(500);
  });

  expect(statements.length).toBeGreaterThan(90);
  expect(await readsWhole(statements)).toEqual([]);
});

test('a statement that would read a whole table, or pass over what comes before a place, is noticed', async () => {
  const statements = [
    'select from calls.call where cost_micros > $1',
    'select from calls.call order by id limit $1',
    'select from calls.call where account_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3',
    'select from calls.call where account_id = $1 and id < $2 order by id desc limit $3',
    "select from calls.call where state <> 'ended' and initiated_at < $1",
  ];

  expect(await readsWhole(statements)).toEqual([
    expect.stringMatching(/^reads calls.call whole/),
    expect.stringMatching(/^reads calls.call along call_pkey/),
    expect.stringMatching(/^passes over rows of calls.call/),
  ]);
});
