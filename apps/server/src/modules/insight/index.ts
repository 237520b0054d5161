import { type EventOf, heard, type BatchSubscription } from '../../platform/events.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { countEarlierCalls, type EarlierCallsDeps } from './count-earlier-calls.ts';
import { countCalls, type EndedCall } from './insight-store.ts';
import { addInsightRoutes, type InsightRouteDeps } from './routes.ts';

export type InsightDeps = InsightRouteDeps & EarlierCallsDeps;

const EARLIER_EVERY_MS = 1_000;

/** Sums of calls for charts, made from the events of their ends. The sums follow the calls within a second. */
export function createInsight(deps: InsightDeps) {
  const subscription: BatchSubscription<'call.ended'> = {
    name: 'insight',
    types: heard('call.ended'),
    receiveAll: async (tx, events) => {
      const ended = events.flatMap(endedCall);
      if (ended.length > 0) await countCalls(tx, ended);
    },
  };
  return {
    routes: async (app) => addInsightRoutes(app, deps),
    subscriptions: [subscription] as const,
    ticks: [{ name: 'count earlier calls', everyMs: EARLIER_EVERY_MS, run: async () => await countEarlierCalls(deps) }],
  } satisfies ServerModule;
}

/** The call that ended, if it counts. */
function endedCall({ accountId, subjectId, payload }: EventOf<'call.ended'>): EndedCall[] {
  return payload.ended === null || accountId === null ? [] : [{ id: subjectId, accountId, facts: payload.ended }];
}
