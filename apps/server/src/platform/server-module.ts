import type { EventType, LiveEvent } from '@farline/contracts';
import type { Event, EventOf, EventSubscription } from './events.ts';
import type { HttpServer, Identity } from './http-server.ts';
import type { Tick } from './ticks.ts';

/** What a module is to the server that runs it: `app.ts` lists them, and knows nothing else of what is in one. */
export type ServerModule = {
  /** Its part of the HTTP API. */
  routes?: (server: HttpServer) => Promise<void>;
  /** Where its routes lie; absent: under /api/v1. */
  prefix?: string;
  /** What it hears over restarts, nothing missed and nothing twice: see the dispatcher's `subscribe`. */
  subscriptions?: EventSubscription[];
  /** What it hears as long as the process lives: see the dispatcher's `listen`. */
  hear?: (events: Event[]) => void;
  /** What it does again and again. */
  ticks?: Tick[];
  /** Which processes run its ticks, its subscriptions and `hear`; absent: those with the role worker. */
  runsIn?: 'call-control' | 'every process';
  /** What it puts into an export of everything that is known of an account. */
  exports?: ExportPart[];
  /** What browsers are shown of events. No two modules show the same type. */
  liveViews?: LiveView[];
};

/** What a module knows of an account: a list, read piece by piece, under its own name in the file. */
export type ExportPart = {
  name: string;
  items: (owner: { accountId: string; userId: string }) => AsyncIterable<unknown>;
};

/** What a browser is shown of events of some types, made from the present state; null: nothing. */
export type LiveView<Type extends EventType = EventType> = {
  types: readonly Type[];
  view(event: EventOf<Type>, viewer: Identity): Promise<LiveEvent | null> | LiveEvent | null;
};

/** Says what browsers are shown of these types of events. */
export function liveView<Type extends EventType>(
  types: LiveView<Type>['types'],
  view: LiveView<Type>['view'],
): LiveView {
  const shown: LiveView<Type> = { types, view };
  return shown;
}

/** What live push shows of any event, by the views of all modules. */
export function viewByType(modules: ServerModule[]): (event: Event, viewer: Identity) => Promise<LiveEvent | null> {
  const views = new Map<string, LiveView>();
  for (const shown of modules.flatMap(({ liveViews = [] }) => liveViews)) {
    for (const type of shown.types) {
      if (views.has(type)) throw new Error(`two modules say what browsers are shown of ${type}`);
      views.set(type, shown);
    }
  }
  return async (event, viewer) =>
    event.type === 'not_understood' ? null : ((await views.get(event.type)?.view(event, viewer)) ?? null);
}
