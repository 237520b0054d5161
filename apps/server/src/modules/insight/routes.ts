import { analyticsQuery, insightQuery, insightRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { dayText } from '../../platform/local-days.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { sendAsFile } from '../../platform/http-files.ts';
import { analytics } from './analytics.ts';
import { callInsight } from './call-insight.ts';
import { figuresOf } from './figures.ts';
import { insightCsv } from './insight-csv.ts';
import { readDays } from './read-days.ts';

export type InsightRouteDeps = {
  database: Database;
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  findAccount: (db: Executor, accountId: string) => Promise<AccountOfInsight | null>;
};
type AccountOfInsight = { id: string; currency: string; timeZone: string };

/** What calls came to, for charts: /insight/calls and the specification's /billing/analytics, each also as CSV. */
export function addInsightRoutes(app: FastifyInstance, deps: InsightRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  const insightFor = async (request: FastifyRequest, query: z.infer<typeof insightQuery>) => {
    const account = await accountOf(deps, request);
    const zone = query.zone ?? account.timeZone;
    const { from, to } = readDays(deps.clock, { ...query, zone });
    const { id: accountId, currency } = account;
    const insight = await callInsight(deps.database, { accountId, currency, zone, from, to });
    return {
      ...insight,
      span: { from: dayText(from), to: dayText(to), zone, total: figuresOf(insight.total, currency) },
    };
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

  serve(insightRoutes.analytics, async (request) => await analyticsFor(request, request.query));

  serve(insightRoutes.analyticsFile, async (request, reply) => {
    const found = await analyticsFor(request, request.query);
    sendAsFile(reply, { type: 'text/csv', name: `farline-analytics-${found.from}-to-${found.to}.csv` });
    return insightCsv(['day'], found.analytics.byDay);
  });
}

async function accountOf(deps: InsightRouteDeps, request: FastifyRequest): Promise<AccountOfInsight> {
  const { accountId } = identityOf(request);
  const account = await deps.findAccount(deps.database, accountId);
  if (account === null) throw new Error(`the signed-in account ${accountId} does not exist`);
  return account;
}
