import { type EventOf, heard, type BatchSubscription } from '../../platform/events.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import type { Tick } from '../../platform/ticks.ts';
import { countEarlierCalls, type EarlierCallsDeps } from './count-earlier-calls.ts';
import { countCalls, type EndedCall } from './insight-store.ts';
import { addInsightRoutes, type InsightRouteDeps } from './routes.ts';

export type InsightDeps = InsightRouteDeps & EarlierCallsDeps;

export type Insight = {
  /** To be registered under /api/v1. */
  routes: (app: HttpServer) => Promise<void>;
  /** For the dispatcher's `subscribe`: counts calls when they have ended. */
  subscription: BatchSubscription<'call.ended'>;
  /** The work of the role worker. */
  ticks: Tick[];
};

const EARLIER_EVERY_MS = 1_000;

/** Sums of calls for charts, made from the events of their ends. The sums follow the calls within a second. */
export function createInsight(deps: InsightDeps): Insight {
  return {
    routes: async (app) => addInsightRoutes(app, deps),
    subscription: {
      name: 'insight',
      types: heard('call.ended'),
      receiveAll: async (tx, events) => {
        const ended = events.flatMap(endedCall);
        if (ended.length > 0) await countCalls(tx, ended);
      },
    },
    ticks: [{ name: 'count earlier calls', everyMs: EARLIER_EVERY_MS, run: async () => await countEarlierCalls(deps) }],
  };
}

/** The call that ended, if it counts. */
function endedCall({ accountId, subjectId, payload }: EventOf<'call.ended'>): EndedCall[] {
  return payload.ended === null || accountId === null ? [] : [{ id: subjectId, accountId, facts: payload.ended }];
}
