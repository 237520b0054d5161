import { sql } from 'kysely';
import type { Database, Executor, Transaction } from './database.ts';
import { type Event, type EventRow, toEvent } from './events-store.ts';

/**
 * A subscriber that is new begins after a position; one that is known goes on where it was. False: it was not served for so
 * long that events after its position are forgotten.
 */
export async function startSubscription(database: Database, name: string, position: number): Promise<boolean> {
  await sql`insert into platform.subscription (name, position) values (${name}, ${position}) on conflict do nothing`.execute(
    database,
  );
  // One that is locked is being served.
  await sql`update platform.subscription set served_at = now() where name in (
    select name from platform.subscription where name = ${name} for update skip locked)`.execute(database);
  const { rows } = await sql<{ is_whole: boolean }>`
    select subscription.position >= event_counter.forgotten as is_whole
    from platform.subscription, platform.event_counter where name = ${name}`.execute(database);
  return rows[0]?.is_whole ?? true;
}

export type Progress = { position: number; failures: number };

/** How far a subscriber is; nobody else serves it until the end of the transaction. Null while somebody else does. */
export async function lockProgress(tx: Transaction, name: string): Promise<Progress | null> {
  const { rows } = await sql<{ position: bigint; failures: number }>`
    select position, failures from platform.subscription where name = ${name} for update skip locked`.execute(tx);
  return rows[0] === undefined ? null : { position: Number(rows[0].position), failures: rows[0].failures };
}

/** A subscriber has had everything up to here. */
export async function moveProgress(tx: Executor, name: string, position: number): Promise<void> {
  await sql`update platform.subscription set position = ${position}, failures = 0, failing_since = null, served_at = now()
    where name = ${name}`.execute(tx);
}

/** Moves those of the subscribers that are where they are thought to be, have not failed there, and are served by nobody else; their names. */
export async function moveAhead(
  database: Executor,
  move: { names: readonly string[]; from: number; to: number },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    update platform.subscription set position = ${move.to}, served_at = now() where name in (
      select name from platform.subscription
      where name = any (${move.names}) and position = ${move.from} and failures = 0 order by name for update skip locked)
    returning name`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Notes that a subscriber could not take the first event after a position; gives how often by now, and for how long in
 * milliseconds. Nothing when it is elsewhere by now.
 */
export async function noteFailure(
  database: Database,
  failed: { name: string; position: number },
): Promise<{ failures: number; failingMs: number }> {
  const { rows } = await sql<{ failures: number; failing_ms: number }>`
    update platform.subscription set failures = failures + 1, served_at = now(),
      failing_since = coalesce(failing_since, now())
    where name = ${failed.name} and position = ${failed.position}
    returning failures, (extract(epoch from now() - failing_since) * 1000)::float8 as failing_ms`.execute(database);
  return { failures: rows[0]?.failures ?? 0, failingMs: rows[0]?.failing_ms ?? 0 };
}

/** An event that a subscriber could not take, and why. */
export type SetAside = { subscription: string; event: Event; failures: number; error: string; setAsideAt: Date };

/** Keeps an event for later, whole: in the transaction that moves the subscriber past it. */
export async function setAside(tx: Transaction, kept: Omit<SetAside, 'setAsideAt'>): Promise<void> {
  const { event } = kept;
  await sql`
    insert into platform.event_set_aside
      (subscription, position, type, account_id, subject_id, payload, occurred_at, failures, error)
    values (${kept.subscription}, ${event.position}, ${event.type}, ${event.accountId}, ${event.subjectId},
      ${JSON.stringify(event.payload)}::jsonb, ${event.occurredAt}, ${kept.failures}, ${kept.error})
    on conflict (subscription, position) do update set failures = excluded.failures, error = excluded.error`.execute(
    tx,
  );
}

type SetAsideRow = EventRow & { subscription: string; failures: number; error: string; set_aside_at: Date };
const columns = sql.raw(
  'subscription, position, type, account_id, subject_id, payload, occurred_at, failures, error, set_aside_at',
);

/** The events that lie aside, the oldest first; at most 1,000. */
export async function everySetAside(database: Executor): Promise<SetAside[]> {
  const { rows } = await sql<SetAsideRow>`
    select ${columns} from platform.event_set_aside order by position, subscription limit 1000`.execute(database);
  return rows.map(toSetAside);
}

/** Has every event that lies aside for a subscriber tried once more. Gives how many there are. */
export async function wantAgain(database: Executor, subscription: string): Promise<number> {
  const { rows } = await sql`
    update platform.event_set_aside set is_wanted_again = true where subscription = ${subscription}
    returning position`.execute(database);
  return rows.length;
}

/** Whether some server serves a subscriber: what is ahead of one that is served does not wait for ten minutes. */
export async function isServed(database: Executor, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from platform.subscription, platform.event_counter where name = ${name}
      and (subscription.position >= event_counter.position or served_at > now() - interval '10 minutes')`.execute(
    database,
  );
  return rows.length > 0;
}

/** Forgets every event that lies aside for a subscriber. Gives how many there were. */
export async function discardSetAside(database: Executor, subscription: string): Promise<number> {
  const { rows } = await sql`
    delete from platform.event_set_aside where subscription = ${subscription} returning position`.execute(database);
  return rows.length;
}

/** The oldest event that is to be tried again for a subscriber, locked until the end of the transaction; or null. */
export async function lockWantedAgain(tx: Transaction, subscription: string): Promise<SetAside | null> {
  const { rows } = await sql<SetAsideRow>`
    select ${columns} from platform.event_set_aside where subscription = ${subscription} and is_wanted_again
    order by position limit 1 for update skip locked`.execute(tx);
  return rows[0] === undefined ? null : toSetAside(rows[0]);
}

/** An event that lay aside was taken. */
export async function removeSetAside(
  tx: Transaction,
  taken: { subscription: string; position: number },
): Promise<void> {
  await sql`delete from platform.event_set_aside
    where subscription = ${taken.subscription} and position = ${taken.position}`.execute(tx);
}

/** Trying again failed: the event stays aside until it is wanted again. */
export async function keepSetAside(
  database: Database,
  kept: { subscription: string; position: number; error: string },
): Promise<void> {
  await sql`
    update platform.event_set_aside set is_wanted_again = false, failures = failures + 1, error = ${kept.error}
    where subscription = ${kept.subscription} and position = ${kept.position}`.execute(database);
}

const toSetAside = (row: SetAsideRow): SetAside => ({
  subscription: row.subscription,
  event: toEvent(row),
  failures: row.failures,
  error: row.error,
  setAsideAt: row.set_aside_at,
});
