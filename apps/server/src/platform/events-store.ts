import { type EventPayload, type EventType, readEvent } from '@farline/contracts';
import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from './database.ts';
import { FORGOTTEN_AT_ONCE } from './forgetting/forget-all.ts';
import { storedJson } from './stored-json.ts';

/** Something that became true, told after the commit. The payload is small: whoever shows it reads the present state. */
export type NewEvent<Type extends EventType = EventType> = {
  [One in Type]: { type: One; accountId: string | null; subjectId: string } & PayloadOf<One>;
}[Type];
/** What carries nothing needs no payload. */
type PayloadOf<Type extends EventType> =
  EventPayload<Type> extends Record<string, never> ? { payload?: undefined } : { payload: EventPayload<Type> };

/** An event that was told, of the types that its reader asked for. */
export type EventOf<Type extends EventType> = { [One in Type]: Told & { type: One; payload: EventPayload<One> } }[Type];
/** Any event. What another release wrote and this one does not understand concerns no subscriber. */
export type Event = EventOf<EventType> | (Told & { type: 'not_understood'; payload: null });
type Told = { position: number; accountId: string | null; subjectId: string; occurredAt: Date };

/** As many are handed out at once. */
export const MOST_AT_ONCE = 500;
const KEEP_HOURS = 48;
/** A subscriber that no server has served for so long is given up: it was renamed, or what it belongs to switched off. */
const GIVEN_UP_AFTER_DAYS = 14;

/** Writes events, in their order, in the transaction of the fact: they are there with it, or not at all. */
export async function publish(tx: Executor, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const column = <Value>(valueOf: (event: NewEvent) => Value) => events.map(valueOf);
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    select type, account_id, subject_id, payload
    from unnest(${column(({ type }) => type)}::text[], ${column(({ accountId }) => accountId)}::uuid[],
      ${column(({ subjectId }) => subjectId)}::text[], ${column(({ payload }) => storedJson(payload ?? {}))}::jsonb[])
      with ordinality as told (type, account_id, subject_id, payload, place)
    order by place`.execute(tx);
}

/** The position of the newest event that has one. */
export async function currentPosition(database: Executor): Promise<number> {
  const { rows } = await sql<{ position: bigint }>`select position from platform.event_counter`.execute(database);
  return Number(rows[0]?.position ?? 0n);
}

/** Whether every event after this position is still kept. */
export async function isKeptSince(database: Executor, position: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select forgotten <= ${position} and position >= ${position} as kept from platform.event_counter`.execute(database);
  return rows[0]?.kept ?? false;
}

/** Gives committed events their positions, at most 500; gives the newest position, and whether a set-aside event is to be tried. */
export async function handOutPositions(database: Executor): Promise<{ newest: number; isRetryWanted: boolean }> {
  const { rows } = await sql<{ newest: bigint; is_retry_wanted: boolean }>`
    select newest, is_retry_wanted from platform.hand_out_events(${MOST_AT_ONCE})`.execute(database);
  return { newest: Number(rows[0]?.newest ?? 0n), isRetryWanted: rows[0]?.is_retry_wanted ?? false };
}

export type EventRow = {
  position: bigint;
  type: string;
  account_id: string | null;
  subject_id: string;
  payload: Record<string, unknown>;
  occurred_at: Date;
};

/** The events after a position, in order, at most 500. */
export async function eventsAfter(database: Executor, position: number): Promise<Event[]> {
  const { rows } = await sql<EventRow>`
    select position, type, account_id, subject_id, payload, occurred_at
    from platform.event where position > ${position} order by position limit ${MOST_AT_ONCE}`.execute(database);
  return rows.map(toEvent);
}

/** An account's events after a position, oldest first, at most `most`. */
export async function accountEventsAfter(
  database: Executor,
  wanted: { accountId: string; after: number; most: number },
): Promise<Event[]> {
  const { rows } = await sql<EventRow>`
    select position, type, account_id, subject_id, payload, occurred_at
    from platform.event where account_id = ${wanted.accountId} and position > ${wanted.after}
    order by position limit ${wanted.most}`.execute(database);
  return rows.map(toEvent);
}

export function toEvent(row: EventRow): Event {
  const told = {
    position: Number(row.position),
    accountId: row.account_id,
    subjectId: row.subject_id,
    occurredAt: row.occurred_at,
  };
  const read = readEvent(row.type, row.payload);
  // The schema of its type has read the payload.
  return read === null ? { ...told, type: 'not_understood', payload: null } : ({ ...told, ...read } as Event);
}

/**
 * Removes events older than two days, except what a subscriber that is not given up has not had yet, some at a time; gives how many.
 * They are read in the order of their positions, the oldest first.
 */
export async function forgetOldEvents(database: Database, now: Date): Promise<number> {
  const before = sql`${now}::timestamptz - make_interval(hours => ${KEEP_HOURS})`;
  return await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ forgotten: bigint | null; count: number }>`
      with gone as (
        delete from platform.event
        where occurred_at < ${before} and position <= (
          select least(max(position) filter (where occurred_at < ${before}), (
            select min(position) from platform.subscription
            where served_at >= ${now}::timestamptz - make_interval(days => ${GIVEN_UP_AFTER_DAYS})))
          from (
            select position, occurred_at from platform.event
            where position is not null order by position limit ${FORGOTTEN_AT_ONCE}) oldest)
        returning position)
      select max(position) as forgotten, count(*)::int as count from gone`.execute(tx);
    const { forgotten = null, count = 0 } = rows[0] ?? {};
    if (forgotten !== null) {
      await sql`update platform.event_counter set forgotten = greatest(forgotten, ${forgotten})`.execute(tx);
    }
    return count;
  });
}
