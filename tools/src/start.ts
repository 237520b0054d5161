import { floodExceptions, soundLearnedFrom } from './address-lists.ts';
import { checkPorts } from './check-ports.ts';
import { checkRtpengine } from './check-versions.ts';
import { chooseDataFolder, prepareDataFolder } from './data-folder.ts';
import { claimDataFolder } from './one-at-a-time.ts';
import { outliveReaders } from './outlive-readers.ts';
import { PlainError } from './plain-error.ts';
import { PORT_SETTINGS, type Ports, settledPorts } from './ports.ts';
import { PROJECT } from './project.ts';
import { givenDatabaseUrl } from './parts/database.ts';
import { runDatabase } from './run-database.ts';
import { serverSettings } from './server-settings.ts';
import { startStack } from './stack.ts';
import { defaultKamailioSettings, type KamailioSettings } from './parts/kamailio-settings.ts';
import { supervise } from './supervisor.ts';

/** A migration, or PostgreSQL's recovery, of a large database: who stops it, starts it over. Whoever waits is told each minute. */
const SLOW_START_MS = 12 * 60 * 60_000;

/** Restores need it: see deploy/README.md. */
const DATABASE_ONLY = '--database-only';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts all of Farline, keeps it running, and ends all of it on Ctrl-C, SIGTERM or a closed terminal. */
async function main(): Promise<number> {
  outliveReaders();
  const env = process.env;
  const askedToEnd = untilSignal();
  const ended = new AbortController();
  void askedToEnd.then(() => ended.abort());
  const startedAt = performance.now();
  checkRtpengine();
  const dataFolder = chooseDataFolder(PROJECT, env['FARLINE_DATA_DIR']);
  prepareDataFolder(dataFolder);
  const claim = claimDataFolder(dataFolder);
  try {
    const ports = settledPorts(env);
    const databaseUrl = givenDatabaseUrl(env);
    const patience = { withinMs: SLOW_START_MS, say, ended: ended.signal };
    if (process.argv.includes(DATABASE_ONLY)) {
      if (databaseUrl !== undefined)
        throw new PlainError(`${DATABASE_ONLY} is for Farline’s own PostgreSQL, not for that of DATABASE_URL.`);
      await checkPorts(ports, { skip: allBut('postgres'), isPatient: claim.wasLeftOver });
      await runDatabase({ dataFolder, port: ports.postgres, patience, say, askedToEnd });
      return 0;
    }
    const skip: (keyof Ports)[] = databaseUrl === undefined ? [] : ['postgres'];
    await checkPorts(ports, { skip, isPatient: claim.wasLeftOver });
    const starting = startStack({
      dataFolder,
      ports,
      publicAddress: env['FARLINE_PUBLIC_ADDRESS'] || '127.0.0.1',
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      env: serverSettings(env),
      patience,
      kamailio: { flood: floodSettings(env), soundLearnedFrom: soundLearnedFrom(env) },
      say,
    });
    const stack = await Promise.race([starting, askedToEnd]);
    if (typeof stack === 'string') {
      // Asked to end while starting: what starts within a minute must come up before it can be ended in order.
      await starting.then(async (late) => await late.stop()).catch(() => {});
      return 0;
    }

    const stopSupervising = supervise(stack.parts(), say);
    say(`\nFarline is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s):\n\n  ${stack.url}\n`);
    await askedToEnd;
    say('Ending');
    stopSupervising();
    await stack.stop();
    return 0;
  } finally {
    claim.release();
  }
}

const allBut = (one: keyof typeof PORT_SETTINGS) =>
  (Object.keys(PORT_SETTINGS) as (keyof typeof PORT_SETTINGS)[]).filter((name) => name !== one);

/** Behind a proxy all browsers come from one address, which the flood guard must not take for one caller. */
function floodSettings(env: NodeJS.ProcessEnv): KamailioSettings['flood'] {
  return { ...defaultKamailioSettings.flood, exceptions: floodExceptions(env) };
}

/** Resolves at the first signal; further ones change nothing, since Ctrl-C reaches us twice through npm. */
async function untilSignal(): Promise<string> {
  return await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

try {
  process.exit(await main());
} catch (error) {
  const words =
    error instanceof PlainError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`\n${words}\n`);
  process.exit(1);
}
