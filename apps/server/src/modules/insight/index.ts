import { type EventOf, eventTypes, type BatchSubscription } from '../../platform/events.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { countEarlierCalls, type EarlierCallsDeps } from './count-earlier-calls.ts';
import { countEarlierMessages, type EarlierMessagesDeps, located } from './count-earlier-messages.ts';
import { countCalls, countLateAnswers, type EndedCall } from './insight-store.ts';
import { countMessages, forgetClosed, noteClosed } from './message-insight-store.ts';
import { addInsightRoutes, type InsightRouteDeps } from './routes.ts';

export type InsightDeps = InsightRouteDeps & EarlierCallsDeps & EarlierMessagesDeps;

const EARLIER_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** Sums of calls and messages for charts, made from events. The sums follow them within a second. */
export function createInsight(deps: InsightDeps) {
  const subscription: BatchSubscription<'call.ended' | 'call.charged_late'> = {
    name: 'insight',
    types: eventTypes('call.ended', 'call.charged_late'),
    receiveAll: async (tx, events) => {
      const ended = events.filter(({ type }) => type === 'call.ended').flatMap(endedCall);
      const late = events.filter(({ type }) => type === 'call.charged_late').flatMap(endedCall);
      if (ended.length > 0) await countCalls(tx, ended);
      if (late.length > 0) await countLateAnswers(tx, late);
    },
  };
  return {
    routes: async (app) => addInsightRoutes(app, deps),
    subscriptions: [subscription, messages(deps)] as const,
    ticks: [
      { name: 'count earlier calls', everyMs: EARLIER_EVERY_MS, run: async () => await countEarlierCalls(deps) },
      { name: 'count earlier messages', everyMs: EARLIER_EVERY_MS, run: async () => await countEarlierMessages(deps) },
      {
        name: 'forget messages of closed accounts',
        everyMs: FORGET_EVERY_MS,
        run: async (stopping) => {
          while (stopping?.aborted !== true && (await forgetClosed(deps.database, FORGOTTEN_AT_ONCE)) > 0);
        },
      },
    ],
  } satisfies ServerModule;
}

type MessageEvent = 'account.closed' | 'message.arrived' | 'message.charged' | 'message.returned';

function messages(deps: InsightDeps): BatchSubscription<MessageEvent> {
  return {
    name: 'insight messages',
    types: eventTypes('account.closed', 'message.arrived', 'message.charged', 'message.returned'),
    receiveAll: async (tx, events) => {
      const closed = events.flatMap(({ type, accountId }) => (type === 'account.closed' ? (accountId ?? []) : []));
      if (closed.length > 0) await noteClosed(tx, closed);
      const counted = events.flatMap(messageOf).map(located(deps));
      if (counted.length > 0) await countMessages(tx, counted);
    },
  };
}

/** The message that an event tells of, as it is then. */
function messageOf({ type, accountId, subjectId: id, payload }: EventOf<MessageEvent>) {
  if (accountId === null || type === 'account.closed') return [];
  const facts = type === 'message.charged' ? payload.counted : payload;
  return facts === undefined ? [] : [{ id, accountId, facts }];
}

/** The call that ended or was charged late, if it counts. */
function endedCall({ accountId, subjectId, payload }: EventOf<'call.ended' | 'call.charged_late'>): EndedCall[] {
  return payload.ended === null || accountId === null ? [] : [{ id: subjectId, accountId, facts: payload.ended }];
}
