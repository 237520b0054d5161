import { join } from 'node:path';
import { parseDecimal } from '@farline/contracts';
import { sql } from 'kysely';
import { createMail } from './gateways/mail/index.ts';
import { createAccounts } from './modules/accounts/index.ts';
import { allocateSandboxNumber, numbersOf } from './modules/numbers/index.ts';
import { addRatingRoutes, createRating, SAMPLE_RATE_TABLE } from './modules/rating/index.ts';
import { createRouting, seedSandboxTrunks } from './modules/routing/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { createDispatcher, forgetOldEvents } from './platform/events.ts';
import { addHealth } from './platform/health.ts';
import { createHttpServer, listenOn } from './platform/http-server.ts';
import { addIdempotency, forgetOldAnswers } from './platform/idempotency.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { forgetEndedLimits } from './platform/rate-limits.ts';
import { startTicks, type Tick } from './platform/ticks.ts';
import { addWebPages } from './platform/web-pages.ts';
import { seed } from './seed.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const CURRENCY = 'USD';
const FORGET_EVERY_MS = 10 * 60_000;

/** The whole server, put together and running in the roles that the settings name. */
export async function startApp(config: Config): Promise<{ port: number | null; stop: () => Promise<void> }> {
  const log = createLog(config.logLevel).child({ server: config.serverName });
  const clock = systemClock;
  const metrics = createMetrics();
  const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePool, name: config.serverName });
  await migrate(database, { folder: MIGRATIONS, after: seed });
  const dispatcher = createDispatcher(database, log);

  const mail = createMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    database,
    clock,
    log,
    isLoopbackOnly: config.loopbackOnly,
    publicUrl: config.publicUrl,
  });
  const rating = createRating({ database, clock, log });
  await rating.start();
  const accounts = createAccounts({
    database,
    clock,
    log,
    allocateNumber: allocateSandboxNumber,
    numbersOf,
    sendMail: mail.send,
    settings: {
      tokenSecret: config.tokenSecret,
      publicUrl: config.publicUrl,
      trialCreditMicros: trialCredit(config),
      currency: CURRENCY,
      rateTable: SAMPLE_RATE_TABLE,
      limitsPerAddress: config.rateLimits,
    },
  });
  await seedSandboxTrunks(database, config.sandboxTrunks, clock.now());
  const routing = createRouting(database);

  const http = await createHttpServer({ log, allowedOrigins: config.allowedOrigins, trustProxy: config.trustProxy });
  addIdempotency(http, { database, clock });
  addHealth(http, { clock, metrics, checks: { database: async () => await answers(database) } });
  await http.register(accounts.routes, { prefix: '/api/v1' });
  await http.register(async (api) => addRatingRoutes(api, { rating }), { prefix: '/api/v1' });
  if (mail.page !== null) await http.register(mail.page);
  await addWebPages(http, config.webRoot ?? join(import.meta.dirname, '../../web/dist'));

  const ticks: Tick[] = [];
  if (config.roles.has('worker')) {
    ticks.push(...accounts.ticks, {
      name: 'forget what is past',
      everyMs: FORGET_EVERY_MS,
      run: async () => {
        await forgetEndedLimits(database, clock.now());
        await forgetOldAnswers(database, clock.now());
        await forgetOldEvents(database, clock.now());
      },
    });
  }
  await dispatcher.start();
  const running = startTicks(ticks, log);
  const port = config.roles.has('api') ? await listenOn(http, { addresses: config.listen, port: config.port }) : null;
  log.info({ port, roles: [...config.roles] }, 'server started');

  return {
    port,
    stop: async () => {
      await running.stop();
      await http.close();
      await dispatcher.stop();
      await rating.stop();
      await database.destroy();
    },
  };
}

function trialCredit(config: Config) {
  const credit = parseDecimal(config.trialCredit);
  if (credit === null) throw new ConfigError('FARLINE_TRIAL_CREDIT must be an amount such as 2.00');
  return credit;
}

async function answers(database: Database): Promise<boolean> {
  await sql`select 1`.execute(database);
  return true;
}
