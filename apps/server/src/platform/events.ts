import type { Database } from './database.ts';
import {
  deliver,
  skipUnconcerned,
  retrySetAside,
  type DeliverDeps,
  type EventSubscription,
  type SubscriptionPatience,
  usualPatience,
} from './deliver-events.ts';
import { currentPosition, type Event, eventsAfter, handOutPositions, MOST_AT_ONCE } from './events-store.ts';
import type { Log } from './log.ts';
import { startSubscription } from './subscriptions-store.ts';

export {
  accountEventsAfter,
  currentPosition,
  type Event,
  type EventOf,
  forgetOldEvents,
  isKeptSince,
  type NewEvent,
  publish,
} from './events-store.ts';
export { type BatchSubscription, eventTypes, isOneOf, type EventSubscription } from './deliver-events.ts';

const LOOK_EVERY_MS = 100;

export type Dispatcher = {
  /** Hears every event from now on, in this process, in order. For what may be missed when the process dies. */
  listen(listener: (events: Event[]) => void): () => void;
  /**
   * Hears every event at least once, over restarts, in its own transaction with its own progress. One that it cannot take
   * for long is set aside, for an operator to have it tried again, and later ones go on.
   */
  subscribe(subscription: EventSubscription): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Gives events their order and hands them out. Looks every 100 ms; NOTIFY would lock the commits of the ledger. */
export function createDispatcher(
  database: Database,
  log: Log,
  patience: SubscriptionPatience = usualPatience,
): Dispatcher {
  const listeners = new Set<(events: Event[]) => void>();
  const subscribers: Subscriber[] = [];
  let last = 0;
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const look = async () => {
    const { newest, isRetryWanted } = await handOutPositions(database);
    const events = newest > last ? await eventsAfter(database, last) : [];
    // Before the listeners: who hears of an event may read at once what subscribers made of it.
    await serveAll({ database, log, patience }, subscribers, {
      newest,
      isRetryWanted,
      ahead: { after: last, events },
    });
    for (let heard = events; heard.length > 0; heard = await eventsAfter(database, last)) {
      last = heard.at(-1)?.position ?? last;
      for (const listener of listeners) listener(heard);
      if (heard.length < MOST_AT_ONCE) break;
    }
  };
  const arm = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = look()
        .catch((error: unknown) => log.error({ err: error }, 'events could not be handed out'))
        .finally(arm);
    }, LOOK_EVERY_MS);
  };

  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe(subscription) {
      subscribers.push({ subscription, reached: 0, restsUntilMs: 0 });
    },
    async start() {
      stopped = false;
      last = await currentPosition(database);
      for (const { subscription } of subscribers) {
        const isWhole = await startSubscription(database, subscription.name, last);
        if (!isWhole)
          log.warn({ subscription: subscription.name }, 'a subscriber was away for so long that it misses events');
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

/** What was found when it was looked: `ahead` are the events after a position, which this process has not handed out yet. */
type Look = { newest: number; isRetryWanted: boolean; ahead: { after: number; events: Event[] } };

type Subscriber = {
  subscription: EventSubscription;
  /** The last position that it is known to have come to: there may be more after it. */
  reached: number;
  /** Until then a subscriber that failed is left alone. */
  restsUntilMs: number;
};

/** Hands everybody what is ahead of them: those whom none of it concerns together, each of the others by itself. */
async function serveAll(deps: DeliverDeps, subscribers: readonly Subscriber[], look: Look): Promise<void> {
  const standing = subscribers.filter(({ reached }) => reached < look.newest);
  const skipped = await skipUnconcerned(
    deps.database,
    standing.map(({ subscription }) => subscription),
    look.ahead,
  );
  for (const subscriber of subscribers) {
    if (skipped.has(subscriber.subscription.name)) subscriber.reached = look.ahead.events.at(-1)?.position ?? 0;
    await serve(deps, subscriber, look).catch((error: unknown) => {
      deps.log.error({ err: error, subscription: subscriber.subscription.name }, 'a subscriber could not be served');
    });
  }
}

async function serve(deps: DeliverDeps, subscriber: Subscriber, look: Look): Promise<void> {
  const { subscription } = subscriber;
  if (look.isRetryWanted) await retrySetAside(deps, subscription);
  if (subscriber.reached >= look.newest || performance.now() < subscriber.restsUntilMs) return;
  const delivered = await deliver(deps, subscription, look.ahead);
  subscriber.reached = delivered.reached ?? subscriber.reached;
  subscriber.restsUntilMs = performance.now() + deps.patience.restMs(delivered.failures);
}
