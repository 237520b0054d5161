import { analyticsQuery, insightQuery, insightRoutes, messageInsightQuery } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { dayText } from '../../platform/local-days.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { sendAsFile } from '../../platform/http-files.ts';
import { analytics } from './analytics.ts';
import { callInsight, type Days } from './call-insight.ts';
import { figuresOf } from './figures.ts';
import { insightCsv, messageInsightCsv } from './insight-csv.ts';
import { messageInsight } from './message-insight.ts';
import { personSpend } from './person-spend.ts';
import { readDays } from './read-days.ts';

export type InsightRouteDeps = {
  database: Database;
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  findAccount: (db: Executor, accountId: string) => Promise<AccountOfInsight | null>;
};
type AccountOfInsight = { id: string; currency: string; timeZone: string };

/** What calls and messages came to, for charts: /insight/calls, /insight/messages and the specification's /billing/analytics, each also as CSV. */
export function addInsightRoutes(app: FastifyInstance, deps: InsightRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  const insightFor = async (request: FastifyRequest, query: z.infer<typeof insightQuery>) => {
    const days = await daysOf(deps, request, query);
    const insight = await callInsight(deps.database, days);
    return { ...insight, span: { ...spanOf(days), total: figuresOf(insight.total, days.currency) } };
  };
  const analyticsFor = async (request: FastifyRequest, { period }: z.infer<typeof analyticsQuery>) =>
    await analytics(deps.database, { account: await accountOf(deps, request), period, now: deps.clock.now() });

  serve(insightRoutes.calls, async (request) => {
    const { span, byDay, byCountry, byDestination } = await insightFor(request, request.query);
    switch (request.query.by) {
      case 'day':
        return { ...span, by: 'day' as const, items: byDay };
      case 'country':
        return { ...span, by: 'country' as const, items: byCountry };
      case 'destination':
        return { ...span, by: 'destination' as const, items: byDestination };
    }
  });

  serve(insightRoutes.callsFile, async (request, reply) => {
    const { by } = request.query;
    const { byDay, byCountry, byDestination } = await insightFor(request, request.query);
    sendAsFile(reply, { type: 'text/csv', name: `farline-calls-by-${by}.csv` });
    switch (by) {
      case 'day':
        return insightCsv(['day'], byDay);
      case 'country':
        return insightCsv(['countryCode'], byCountry);
      case 'destination':
        return insightCsv(['countryCode', 'kind'], byDestination);
    }
  });

  addMessageInsight(serve, deps);

  serve(insightRoutes.person, async (request) => {
    const { id: accountId, currency } = await accountOf(deps, request);
    return await personSpend(deps.database, { accountId, currency, peer: request.params.peer });
  });

  serve(insightRoutes.analytics, async (request) => await analyticsFor(request, request.query));

  serve(insightRoutes.analyticsFile, async (request, reply) => {
    const found = await analyticsFor(request, request.query);
    sendAsFile(reply, { type: 'text/csv', name: `farline-analytics-${found.from}-to-${found.to}.csv` });
    return insightCsv(['day'], found.analytics.byDay);
  });
}

/** The same of messages. */
function addMessageInsight(serve: ReturnType<typeof serveRoutes>, deps: InsightRouteDeps): void {
  serve(insightRoutes.messages, async (request) => {
    const days = await daysOf(deps, request, request.query);
    const insight = await messageInsight(deps.database, { ...days, by: request.query.by });
    return { ...spanOf(days), ...insight };
  });

  serve(insightRoutes.messagesFile, async (request, reply) => {
    const { by } = request.query;
    const days = await daysOf(deps, request, request.query);
    const insight = await messageInsight(deps.database, { ...days, by });
    sendAsFile(reply, { type: 'text/csv', name: `farline-messages-by-${by}.csv` });
    switch (insight.by) {
      case 'day':
        return messageInsightCsv('day', insight.items);
      case 'country':
        return messageInsightCsv('countryCode', insight.items);
      case 'person':
        return messageInsightCsv('peer', insight.items);
    }
  });
}

type AskedDays = Pick<z.infer<typeof messageInsightQuery>, 'from' | 'to' | 'zone'>;

/** The days that a request means, of the account that asks. */
async function daysOf(deps: InsightRouteDeps, request: FastifyRequest, query: AskedDays): Promise<Days> {
  const { id: accountId, currency, timeZone } = await accountOf(deps, request);
  const zone = query.zone ?? timeZone;
  return { accountId, currency, zone, ...readDays(deps.clock, { ...query, zone }) };
}

const spanOf = ({ from, to, zone }: Days) => ({ from: dayText(from), to: dayText(to), zone });

async function accountOf(deps: InsightRouteDeps, request: FastifyRequest): Promise<AccountOfInsight> {
  const { accountId } = identityOf(request);
  const account = await deps.findAccount(deps.database, accountId);
  if (account === null) throw new Error(`the signed-in account ${accountId} does not exist`);
  return account;
}
