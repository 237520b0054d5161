import type { CallStatus } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { CallRecord } from './call-record.ts';
import { type CallRow, toCallRecord } from './call-row.ts';
import { firstIdAt } from './id-range.ts';
import type { CallSearch } from './read-call-filters.ts';

/**
 * The calls that a search finds, newest first: those older than the call `beforeId` if it is given, without the newest
 * `offset` of them, at most `most`. The index alone finds them; only the rows of the page itself are read.
 */
export async function searchCalls(
  database: Executor,
  search: CallSearch,
  page: { most: number; beforeId?: string | undefined; offset?: number },
): Promise<CallRecord[]> {
  const older = page.beforeId === undefined ? [] : [sql`id < ${page.beforeId}`];
  const { rows } = await sql<CallRow>`
    select call.* from (
      select id from calls.call where ${all([...conditions(search), ...older])}
      order by id desc limit ${page.most} offset ${page.offset ?? 0}) found
    join calls.call using (id) order by call.id desc`.execute(database);
  return rows.map(toCallRecord);
}

/** How many calls a search finds. */
export async function countFound(database: Executor, search: CallSearch): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from calls.call where ${all(conditions(search))}`.execute(database);
  return rows[0]?.found ?? 0;
}

type Condition = RawBuilder<unknown>;

function conditions(search: CallSearch): Condition[] {
  const { accountId, to, status, reason, countryCode, from, before } = search;
  return [
    sql`account_id = ${accountId}`,
    ...(to === null ? [] : [calledNumber(to)]),
    ...(status === null ? [] : [STATUS[status]]),
    ...(reason === null ? [] : [sql`reason = ${reason}`]),
    ...(countryCode === null ? [] : [sql`country_code = ${countryCode}`]),
    ...(from === null ? [] : [sql`id >= ${firstIdAt(from)}`]),
    ...(before === null ? [] : [sql`id < ${firstIdAt(before)}`]),
  ];
}

function calledNumber({ part, exact }: NonNullable<CallSearch['to']>): Condition {
  const isNamed = sql`to_number = any(${exact}::text[])`;
  if (part === null) return isNamed;
  return sql`(strpos(to_number, ${part}) > 0 or ${isNamed})`;
}

/** What `callStatus` says, as a condition. */
const STATUS: Record<CallStatus, Condition> = {
  initiated: sql`state in ('initiated', 'authorised')`,
  ringing: sql`state = 'ringing'`,
  'in-progress': sql`state = 'answered'`,
  completed: sql`state = 'ended' and answered_at is not null`,
  failed: sql`state = 'ended' and answered_at is null and reason not in ('cancelled', 'ended_by_request')`,
  cancelled: sql`state = 'ended' and answered_at is null and reason in ('cancelled', 'ended_by_request')`,
};

const all = (wanted: Condition[]) => sql.join(wanted, sql` and `);
