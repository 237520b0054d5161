import { sql } from 'kysely';
import { type Database, type Executor, type Transaction, inTransaction } from './database.ts';
import type { Log } from './log.ts';

/** Something that became true, told after the commit. The payload is small: whoever shows it reads the present state. */
export type NewEvent = { type: string; accountId: string | null; subjectId: string; payload?: Record<string, unknown> };
export type Event = {
  position: number;
  type: string;
  accountId: string | null;
  subjectId: string;
  payload: Record<string, unknown>;
  occurredAt: Date;
};

const BATCH = 500;
const POLL_MS = 100;
const KEEP_HOURS = 48;

/** Writes an event in the transaction of the fact: both are there, or neither. */
export async function publish(tx: Executor, event: NewEvent): Promise<void> {
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    values (${event.type}, ${event.accountId}, ${event.subjectId}, ${JSON.stringify(event.payload ?? {})}::jsonb)`.execute(
    tx,
  );
}

/** What a subscriber wants, and how it takes it: each event by itself, or all that are there, in order, at once. */
export type Subscription = { name: string; types: string[] } & (
  | { receive: (tx: Transaction, event: Event) => Promise<void> }
  | { receiveAll: (tx: Transaction, events: Event[]) => Promise<void> }
);

export type Dispatcher = {
  /** Hears every event from now on, in this process, in order. For what may be missed when the process dies. */
  listen(listener: (events: Event[]) => void): () => void;
  /** Hears every event at least once, over restarts, in its own transaction with its own progress. */
  subscribe(subscription: Subscription): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Gives events their order and hands them out. Looks every 100 ms; NOTIFY would lock the commits of the ledger. */
export function createDispatcher(database: Database, log: Log): Dispatcher {
  const listeners = new Set<(events: Event[]) => void>();
  const subscriptions: Subscription[] = [];
  let last = 0;
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const look = async () => {
    await sql`select platform.sequence_events(${BATCH})`.execute(database);
    // Before the listeners: who hears of an event may read at once what subscribers made of it.
    for (const subscription of subscriptions) {
      await deliver(database, subscription).catch((error: unknown) => {
        log.error({ err: error, subscription: subscription.name }, 'a subscriber could not take its events');
      });
    }
    let events: Event[];
    do {
      events = await eventsAfter(database, last);
      const newest = events.at(-1);
      if (newest === undefined) break;
      last = newest.position;
      for (const listener of listeners) listener(events);
    } while (events.length === BATCH);
  };
  const arm = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = look()
        .catch((error: unknown) => log.error({ err: error }, 'events could not be handed out'))
        .finally(arm);
    }, POLL_MS);
  };

  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe(subscription) {
      subscriptions.push(subscription);
    },
    async start() {
      stopped = false;
      last = await currentPosition(database);
      for (const { name } of subscriptions) {
        await sql`insert into platform.subscription (name, position) values (${name}, ${last}) on conflict do nothing`.execute(
          database,
        );
      }
      arm();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

async function deliver(database: Database, subscription: Subscription): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ position: bigint }>`
      select position from platform.subscription where name = ${subscription.name} for update skip locked`.execute(tx);
    const held = rows[0];
    if (held === undefined) return;
    const events = await eventsAfter(tx, Number(held.position));
    const newest = events.at(-1);
    if (newest === undefined) return;
    const wanted = events.filter((event) => subscription.types.includes(event.type));
    if ('receive' in subscription) for (const event of wanted) await subscription.receive(tx, event);
    else if (wanted.length > 0) await subscription.receiveAll(tx, wanted);
    await sql`update platform.subscription set position = ${newest.position} where name = ${subscription.name}`.execute(
      tx,
    );
  });
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

type EventRow = {
  position: bigint;
  type: string;
  account_id: string | null;
  subject_id: string;
  payload: Record<string, unknown>;
  occurred_at: Date;
};

async function eventsAfter(database: Executor, position: number): Promise<Event[]> {
  const { rows } = await sql<EventRow>`
    select position, type, account_id, subject_id, payload, occurred_at
    from platform.event where position > ${position} order by position limit ${BATCH}`.execute(database);
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

const toEvent = (row: EventRow): Event => ({
  position: Number(row.position),
  type: row.type,
  accountId: row.account_id,
  subjectId: row.subject_id,
  payload: row.payload,
  occurredAt: row.occurred_at,
});

/** Removes events older than two days, except what a subscriber has not had yet. */
export async function forgetOldEvents(database: Database, now: Date): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ forgotten: bigint | null }>`
      with gone as (
        delete from platform.event
        where occurred_at < ${now}::timestamptz - make_interval(hours => ${KEEP_HOURS})
          and position <= coalesce((select min(position) from platform.subscription), position)
        returning position)
      select max(position) as forgotten from gone`.execute(tx);
    const forgotten = rows[0]?.forgotten ?? null;
    if (forgotten === null) return;
    await sql`update platform.event_counter set forgotten = greatest(forgotten, ${forgotten})`.execute(tx);
  });
}
