import type { CallStatus } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { CallRecord } from '../record/call-record.ts';
import { callColumns, type CallRow, toCallRecord } from '../record/call-row.ts';
import type { CalledNumbers, CallSearch } from './read-call-filters.ts';

/** A part of what a search finds: at most `most`, of those older than the call `beforeId`, without the newest `offset`. */
export type SearchPage = { most: number; beforeId?: string | undefined; offset?: number };

/** The calls that a search finds, newest first, one page of them. */
export async function searchCalls(database: Executor, search: CallSearch, page: SearchPage): Promise<CallRecord[]> {
  const { rows } = await searchStatement(search, page).execute(database);
  return rows.map(toCallRecord);
}

/** The index alone finds the calls; only the rows of the page itself are read. */
export function searchStatement(search: CallSearch, page: SearchPage): RawBuilder<CallRow> {
  const older = page.beforeId === undefined ? [] : [sql`id < ${page.beforeId}`];
  return sql<CallRow>`
    select ${callColumns} from (
      select id from calls.call where ${all([...conditions(search), ...older])}
      order by id desc limit ${page.most} offset ${page.offset ?? 0}) found
    join calls.call using (id) order by call.id desc`;
}

/** Somebody there were calls with: how many, and the latest. */
export type CalledPerson = { peer: string; calls: number; last: CallRecord };

/** Whose people are looked for, and which of them; null: all. */
export type PeopleSearch = Pick<CallSearch, 'accountId' | 'to'>;

/**
 * The people that an account had calls with, whoever there was a call with last first: at most `most`, of those whose latest call is older than
 * `beforeId`. Whoever shows no number is nobody here, nor is a service.
 */
export async function searchPeople(
  database: Executor,
  search: PeopleSearch,
  page: Pick<SearchPage, 'most' | 'beforeId'>,
): Promise<CalledPerson[]> {
  const { rows } = await peopleStatement(search, page).execute(database);
  return rows.map(({ peer, calls, ...row }) => ({ peer, calls, last: toCallRecord(row) }));
}

export async function deletePeople(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`delete from calls.person where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** The page is read along the index of latest calls, however many calls and people there are. */
export function peopleStatement(
  { accountId, to }: PeopleSearch,
  { most, beforeId }: Pick<SearchPage, 'most' | 'beforeId'>,
): RawBuilder<CallRow & Pick<CalledPerson, 'peer' | 'calls'>> {
  const wanted = [
    sql`account_id = ${accountId}`,
    ...(beforeId === undefined ? [] : [sql`last_call_id < ${beforeId}`]),
    ...(to === null ? [] : [isNumber(sql`peer`, to)]),
  ];
  return sql`
    select person.peer, person.calls, ${callColumns} from (
      select peer, calls, last_call_id as id from calls.person where ${all(wanted)}
      order by last_call_id desc limit ${most}) person
    join calls.call using (id) order by call.id desc`;
}

/** How many calls a search finds. */
export async function countFound(database: Executor, search: CallSearch): Promise<number> {
  const { rows } = await countStatement(search).execute(database);
  return rows[0]?.found ?? 0;
}

export function countStatement(search: CallSearch): RawBuilder<{ found: number }> {
  return sql`select count(*)::int as found from calls.call where ${all(conditions(search))}`;
}

type Condition = RawBuilder<unknown>;

function conditions(search: CallSearch): Condition[] {
  const { accountId, to, with: numbers, status, reason, countryCode, from, before } = search;
  return [
    sql`account_id = ${accountId}`,
    ...(to === null ? [] : [isNumber(OTHER_SIDE, to)]),
    ...(numbers === null ? [] : [isNumber(OTHER_SIDE, { part: null, exact: numbers })]),
    ...(status === null ? [] : [STATUS[status]]),
    ...(reason === null ? [] : [sql`reason = ${reason}`]),
    ...(countryCode === null ? [] : [sql`country_code = ${countryCode}`]),
    ...(from === null ? [] : [sql`id >= ${firstIdAt(from)}`]),
    ...(before === null ? [] : [sql`id < ${firstIdAt(before)}`]),
  ];
}

/** Who was called, or who called the account. */
const OTHER_SIDE = sql`case direction when 'inbound' then from_number::text else to_number::text end`;

function isNumber(number: Condition, { part, exact }: CalledNumbers): Condition {
  const isNamed = sql`${number} = any(${exact}::text[])`;
  if (part === null) return isNamed;
  return sql`(strpos(${number}, ${part}) > 0 or ${isNamed})`;
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
