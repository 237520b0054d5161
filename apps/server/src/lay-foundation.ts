import { seedSandboxTrunks } from './modules/routing/index.ts';
import { addGauges } from './app-gauges.ts';
import { openGateways } from './open-gateways.ts';
import { createOverload } from './platform/admission/overload.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { createDispatcher } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import { countSubmits, createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { seed } from './seed.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** What every module stands on. */
export type Foundation = Awaited<ReturnType<typeof layFoundation>>;

/** The database as it is to be today, what is measured, what is refused when there is too much to do, and the outside world. */
export async function layFoundation(config: Config, { clock, log }: { clock: Clock; log: Log }) {
  const metrics = createMetrics();
  const overload = createOverload({ targetMs: config.overloadWaitMs, metrics, log });
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    name: config.serverName,
    line: overload.lines.database,
  });
  await migrate(database, { folder: MIGRATIONS, after: seed });
  await seedSandboxTrunks(database, config.sandboxTrunks, clock.now());
  const core = { database, clock, log };
  const dispatcher = createDispatcher(database, log);
  const gateways = await openGateways(config, { ...core, submitted: countSubmits(metrics) });
  addGauges(metrics, { database, clock, roles: config.roles, carriers: gateways.messageCarriers.list });
  return { config, core, metrics, overload, dispatcher, gateways };
}
