import { type RawBuilder, sql } from 'kysely';
import { commitSoon, type Executor } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import type { CallRecord } from './call-record.ts';
import { type CallRow, changedColumns, insertedColumns, toCallRow } from './call-row.ts';
import type { StoredCall } from './stored-call.ts';

/** What an answer or an end changes as a rule. They are always written, so that the statement has mostly the same text, and is prepared. */
const USUAL_COLUMNS: readonly (keyof CallRow)[] = [
  'state',
  'ringing_at',
  'answered_at',
  'ended_at',
  'reason',
  'ended_by',
  'sip_status',
  'answered_seconds',
  'cost_micros',
  'trunk',
  'attempts',
  'to_tag',
  'sip_call_id',
  'from_tag',
  'connection',
  'extend_at',
  'send_limit_at',
  'warn_at',
  'look_at_media_at',
  'end_order_at',
];

// Arrays stand in a `select` of their own, here and in the pieces of other modules: PostgreSQL's planner does not see there how many values they
// have. Else a plan for those few would look cheaper each time than one for any number, and each of these statements would be planned anew.

/**
 * The CTE `locked` (id): calls that are to be saved, locked, each unless somebody changed it since it was read, or is changing it now. None may
 * be there twice.
 */
export const lockedSql = (stored: readonly StoredCall[]): RawBuilder<unknown> => sql`
    locked as materialized (
      select call.id
      from unnest((select ${stored.map(({ call }) => call.id)}::uuid[]), (select ${stored.map(({ revision }) => revision)}::integer[]),
        (select ${stored.map(({ before }) => before.progress.state)}::text[])) seen (id, revision, state)
      join calls.call on call.id = seen.id and call.revision = seen.revision and call.state = seen.state
      order by call.id for no key update of call skip locked)`;

/** The CTE `saved` (id, account_id, quote_id): saves those of the calls that are in `locked`, or in another relation of such ids. */
export function savedSql(stored: readonly StoredCall[], those = sql`locked`): RawBuilder<unknown> {
  const changed = stored.flatMap(({ before, call }) => changedColumns(before, call).map(([column]) => column));
  const columns = [...new Set([...USUAL_COLUMNS, ...changed])];
  const values = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`);
  return sql`
    saved as (
      update calls.call set ${sql.join([sql`revision = call.revision + 1`, ...values])}
      from ${those} those
      join jsonb_populate_recordset(null::calls.call, ${storedRows(stored, columns)}::jsonb) changed using (id)
      where call.id = those.id returning call.id, call.account_id, call.quote_id)`;
}

/** Writes down calls that have begun just now, each with the event that tells its account. `mayBeLost`: a crash of the database may take them back. */
export async function insertMany(
  database: Executor,
  calls: readonly CallRecord[],
  { mayBeLost }: { mayBeLost: boolean },
): Promise<void> {
  await sql`
    with inserted as (
      insert into calls.call (${insertedColumns})
      select ${insertedColumns} from jsonb_populate_recordset(null::calls.call, ${storedJson(calls.map(wholeRow))}::jsonb)
      returning id, account_id)
    insert into platform.event (type, account_id, subject_id)
    select 'call.changed', account_id, id::text from inserted ${mayBeLost ? sql`where ${commitSoon}` : sql``}`.execute(
    database,
  );
}

/** Rows of `calls.call` with nothing but some columns and their id, as JSON. */
function storedRows(stored: readonly StoredCall[], columns: readonly (keyof CallRow)[]): string {
  const rows = stored.map(({ call }) => {
    const row = toCallRow(call);
    return Object.fromEntries(['id' as const, ...columns].map((column) => [column, jsonOf(row[column])]));
  });
  return storedJson(rows);
}

const wholeRow = (call: CallRecord) =>
  Object.fromEntries(Object.entries(toCallRow(call)).map(([column, value]) => [column, jsonOf(value)]));

const jsonOf = (value: CallRow[keyof CallRow]) => (typeof value === 'bigint' ? String(value) : value);

/** Saves calls as `lockedSql` says, with the event that tells each one's account; gives the ids of those that were saved. */
export async function saveAndTellMany(
  database: Executor,
  stored: readonly StoredCall[],
  { mayBeLost }: { mayBeLost: boolean },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with ${lockedSql(stored)}, ${savedSql(stored)}
    insert into platform.event (type, account_id, subject_id)
    select 'call.changed', account_id, id::text from saved
    ${mayBeLost ? sql`where ${commitSoon}` : sql``} returning subject_id as id`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** Each call once: of what is to be done to the same one the first. */
export function firstOfEach<Item extends { stored: StoredCall }>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ stored: { call } }) => !seen.has(call.id) && seen.add(call.id));
}
