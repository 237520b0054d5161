import { join } from 'node:path';
import { type Accounts, networkOf } from './modules/accounts/index.ts';
import { sipWebsocketUrl } from './modules/calls/index.ts';
import type { Gateways } from './open-gateways.ts';
import type { Overload } from './platform/admission/overload.ts';
import { refuseRequests } from './platform/admission/refuse-requests.ts';
import { addAccountRateLimits } from './platform/rate-limits/account-rate-limits.ts';
import { addClientRateLimits } from './platform/rate-limits/client-rate-limits.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { answers, type Database } from './platform/database.ts';
import type { Dispatcher } from './platform/events.ts';
import { addHealth } from './platform/health.ts';
import { createHttpServer } from './platform/http-server.ts';
import { addIdempotency } from './platform/idempotency.ts';
import { addLivePush } from './platform/live-push.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { type ServerModule, viewByType } from './platform/server-module.ts';
import { addUserRateLimits } from './platform/rate-limits/user-rate-limits.ts';
import { addWebPages } from './platform/web-pages.ts';
import { serveOverview } from './serve-overview.ts';

const API = '/api/v1';
const BUILT_PAGES = join(import.meta.dirname, '../../web/dist');

export type ServedDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  overload: Overload;
  dispatcher: Dispatcher;
  mail: Gateways['mail'];
  accounts: Accounts;
  modules: ServerModule[];
};

/** What people and programs reach: the guards, then the modules' routes, live push and the pages. It does not listen yet. */
export async function serveHttp(config: Config, deps: ServedDeps) {
  const { database, clock, log, metrics, dispatcher, accounts, modules } = deps;
  const { allowedOrigins, allowsLoopback, trustProxy, publicUrl } = config;
  const http = await createHttpServer({ log, allowedOrigins, allowsLoopback, trustProxy, publicUrl });
  refuseRequests(http, {
    overload: deps.overload,
    ownerOf: async (request) => (await accounts.signerOf(request)) ?? networkOf(request.ip),
  });
  addIdempotency(http, { database, clock });
  addAccountRateLimits(http, { database, clock });
  accounts.guardConfirmedOnly(http);
  if (config.rateLimits) {
    addClientRateLimits(http, { clock, networkOf });
    addUserRateLimits(http, { clock });
  }
  addHealth(http, { clock, metrics, checks: { database: async () => await answers(database) } });
  const push = addLivePush(http, {
    database,
    dispatcher,
    log,
    authenticate: accounts.authenticate,
    isSignedIn: accounts.isSignedIn,
    view: viewByType(modules),
    clock,
    admit: deps.overload.admit,
    signerOf: accounts.signerOfToken,
    hellosAtOnce: Math.ceil(config.databasePool / 2),
    ...(config.rateLimits ? { networkOf } : {}),
  });
  for (const { routes, prefix = API } of modules) if (routes !== undefined) await http.register(routes, { prefix });
  await serveOverview(http, { database, requireUser: accounts.requireUser, prefix: API });
  if (deps.mail.page !== null) await http.register(deps.mail.page);
  await addWebPages(http, config.webRoot ?? BUILT_PAGES, {
    lineUrl: (request) => sipWebsocketUrl(config.sip, request),
  });
  return { http, push };
}
