import type { EventType } from '@farline/contracts';
import { type Database, inTransaction, type Transaction } from './database.ts';
import { type Event, type EventOf, eventsAfter } from './events-store.ts';
import type { Log } from './log.ts';
import {
  keepSetAside,
  lockProgress,
  lockWantedAgain,
  moveAhead,
  moveProgress,
  noteFailure,
  removeSetAside,
  setAside,
} from './subscriptions-store.ts';

/** What a subscriber wants, and how it takes it: each event by itself, or all that are there, in order, at once. */
export type EventSubscription<Type extends EventType = EventType> =
  | { name: string; types: readonly Type[]; receive(tx: Transaction, event: EventOf<Type>): Promise<void> }
  | BatchSubscription<Type>;
export type BatchSubscription<Type extends EventType = EventType> = {
  name: string;
  types: readonly Type[];
  receiveAll(tx: Transaction, events: EventOf<Type>[]): Promise<void>;
};

/** The types that a subscriber wants. The check of arrows reads from the calls of this who hears what. */
export function eventTypes<Type extends EventType>(...types: Type[]): readonly Type[] {
  return types;
}

/** Whether an event is of one of these types. */
export function isOneOf<Type extends EventType>(
  types: readonly Type[],
  event: Event,
): event is Extract<Event, { type: Type }> {
  return types.some((type) => type === event.type);
}

/** How long a subscriber may fail to take one event before it is set aside: so often, and for so long. */
export type SubscriptionPatience = {
  tries: number;
  forMs: number;
  /** How long it rests after so many failures in a row. */
  restMs: (failures: number) => number;
};

const SHORTEST_REST_MS = 100;
const LONGEST_REST_MS = 30_000;

/** A quarter of an hour: what the database or a deployment recovers from in that time holds everything up, and loses nothing. */
export const usualPatience: SubscriptionPatience = {
  tries: 10,
  forMs: 15 * 60_000,
  restMs: (failures) =>
    failures === 0 ? 0 : Math.min(LONGEST_REST_MS, SHORTEST_REST_MS * 2 ** failures) * (0.5 + Math.random() / 2),
};

export type DeliverDeps = { database: Database; log: Log; patience: SubscriptionPatience };

/** `reached`: the position that the subscriber has come to, null when that is not known; `failures`: in a row, at one event. */
export type Delivered = { reached: number | null; failures: number };

/**
 * Hands a subscriber what comes after its position, in one transaction with its progress. `ahead` are events that were
 * read already, with the position before them. A batch that fails is handed over event by event, up to the one that
 * fails; that one is tried again later, and set aside when patience is over.
 */
export async function deliver(
  deps: DeliverDeps,
  subscription: EventSubscription,
  ahead: { after: number; events: Event[] },
): Promise<Delivered> {
  try {
    const reached = await deliverAhead(deps.database, subscription, ahead);
    if (reached !== null) return { reached, failures: 0 };
    const progress = await deliverBatch(deps.database, subscription);
    if (progress !== 'failing') return { reached: progress, failures: 0 };
  } catch (error) {
    deps.log.warn({ err: error, subscription: subscription.name }, 'a subscriber could not take its events at once');
  }
  return await deliverEach(deps, subscription);
}

/** Advances every subscriber that none of these events concerns and that stood right before them, in one statement; returns their names. */
export async function skipUnconcerned(
  database: Database,
  subscriptions: readonly EventSubscription[],
  ahead: { after: number; events: Event[] },
): Promise<ReadonlySet<string>> {
  const newest = ahead.events.at(-1)?.position;
  const unconcerned = subscriptions.filter(({ types }) => !ahead.events.some((event) => isOneOf(types, event)));
  if (newest === undefined || unconcerned.length === 0) return new Set();
  return await moveAhead(database, { names: unconcerned.map(({ name }) => name), from: ahead.after, to: newest });
}

/** What was read already, for a subscriber that stands right before it; null: it stands elsewhere, or nothing of it is for them. */
async function deliverAhead(
  database: Database,
  subscription: EventSubscription,
  ahead: { after: number; events: Event[] },
): Promise<number | null> {
  const newest = ahead.events.at(-1)?.position;
  if (newest === undefined) return null;
  const wanted = ahead.events.filter((event) => isOneOf(subscription.types, event));
  // Whoever stood right before them was moved past them already: skipUnconcerned.
  if (wanted.length === 0) return null;
  return await inTransaction(database, async (tx) => {
    const moved = await moveAhead(tx, { names: [subscription.name], from: ahead.after, to: newest });
    if (moved.size === 0) return null;
    await take(tx, subscription, wanted);
    return newest;
  });
}

async function deliverBatch(database: Database, subscription: EventSubscription): Promise<number | null | 'failing'> {
  return await inTransaction(database, async (tx) => {
    const progress = await lockProgress(tx, subscription.name);
    if (progress === null) return null;
    if (progress.failures > 0) return 'failing';
    const events = await eventsAfter(tx, progress.position);
    const newest = events.at(-1);
    if (newest === undefined) return progress.position;
    await take(
      tx,
      subscription,
      events.filter((event) => isOneOf(subscription.types, event)),
    );
    await moveProgress(tx, subscription.name, newest.position);
    return newest.position;
  });
}

async function take(tx: Transaction, subscription: EventSubscription, events: EventOf<EventType>[]): Promise<void> {
  if ('receive' in subscription) for (const event of events) await subscription.receive(tx, event);
  else if (events.length > 0) await subscription.receiveAll(tx, events);
}

/** One event after the other, each in its transaction, until one fails or none is left. */
async function deliverEach(deps: DeliverDeps, subscription: EventSubscription): Promise<Delivered> {
  for (;;) {
    const turn: { at: number | null; event: EventOf<EventType> | undefined } = { at: null, event: undefined };
    try {
      const isMore = await inTransaction(deps.database, async (tx) => {
        const progress = await lockProgress(tx, subscription.name);
        if (progress === null) return false;
        turn.at = progress.position;
        const events = await eventsAfter(tx, progress.position);
        turn.event = events.find((event) => isOneOf(subscription.types, event));
        const upTo = turn.event ?? events.at(-1);
        if (turn.event !== undefined) await take(tx, subscription, [turn.event]);
        if (upTo !== undefined) await moveProgress(tx, subscription.name, upTo.position);
        return upTo !== undefined;
      });
      if (!isMore) return { reached: turn.at, failures: 0 };
    } catch (error) {
      // What failed was not this event: the database, as a rule.
      if (turn.at === null || turn.event === undefined) throw error;
      return await bearFailure(deps, subscription, { at: turn.at, event: turn.event, error });
    }
  }
}

async function bearFailure(
  { database, log, patience }: DeliverDeps,
  { name }: EventSubscription,
  failed: { at: number; event: Event; error: unknown },
): Promise<Delivered> {
  const { event, error } = failed;
  const { failures, failingMs } = await noteFailure(database, { name, position: failed.at });
  const words = { err: error, subscription: name, position: event.position, type: event.type, failures };
  if (failures < patience.tries || failingMs < patience.forMs) {
    log.warn(words, 'a subscriber could not take an event; it is tried again');
    return { reached: null, failures };
  }
  await inTransaction(database, async (tx) => {
    const progress = await lockProgress(tx, name);
    if (progress?.position !== failed.at) return;
    await setAside(tx, { subscription: name, event, failures, error: String(error) });
    await moveProgress(tx, name, event.position);
  });
  log.error(words, 'an event is set aside: its subscriber could not take it. Later ones go on; see operator -- events');
  return { reached: null, failures: 0 };
}

/** Tries the events again that lie aside for a subscriber and are wanted, the oldest first. */
export async function retrySetAside(
  { database, log }: Pick<DeliverDeps, 'database' | 'log'>,
  subscription: EventSubscription,
): Promise<void> {
  const { name } = subscription;
  for (;;) {
    const turn: { position: number | null } = { position: null };
    try {
      const isMore = await inTransaction(database, async (tx) => {
        const wanted = await lockWantedAgain(tx, name);
        if (wanted === null) return false;
        const { event } = wanted;
        turn.position = event.position;
        if (!isOneOf(subscription.types, event)) throw new Error(`it does not hear ${event.type}`);
        await take(tx, subscription, [event]);
        await removeSetAside(tx, { subscription: name, position: event.position });
        log.info({ subscription: name, position: event.position }, 'an event that was set aside is taken');
        return true;
      });
      if (!isMore) return;
    } catch (error) {
      if (turn.position === null) throw error;
      await keepSetAside(database, { subscription: name, position: turn.position, error: String(error) });
      log.warn({ err: error, subscription: name, position: turn.position }, 'an event that was set aside failed again');
    }
  }
}
