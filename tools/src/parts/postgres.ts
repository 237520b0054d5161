import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { type Part, createPart } from '../processes/part.ts';
import { type Patience, USUAL_PATIENCE, waitToServe } from '../processes/patience.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import type { Secrets } from '../secrets.ts';
import { giveTo, runAs } from '../users.ts';

const BINARIES = '/usr/lib/postgresql';
const OLDEST_VERSION = 15;
const run = promisify(execFile);

export type PostgresOptions = {
  dataFolder: string;
  logFolder: string;
  port: number;
  secrets: Secrets;
  /** False for tests: nothing is flushed to the disk. */
  isDurable: boolean;
  /** After a crash it recovers first, which takes its time where much was written. */
  patience?: Patience;
};

/** A private PostgreSQL cluster in `<data>/postgres`, on 127.0.0.1 only, made at the first start. */
export function createPostgres(options: PostgresOptions): Part & { adminUrl: string } {
  const folder = join(options.dataFolder, 'postgres');
  const cluster = join(folder, 'cluster');
  const adminUrl = `postgres://postgres:${options.secrets.databaseAdmin}@127.0.0.1:${options.port}/postgres`;
  const log = openLog(join(options.logFolder, 'postgres.log'));
  const part = createPart({
    name: 'PostgreSQL',
    log,
    async launch() {
      const binaries = binariesFor(cluster);
      if (!existsSync(cluster)) await makeCluster({ folder, cluster, binaries, options });
      return startProcess({
        name: 'PostgreSQL',
        command: [join(binaries, 'postgres'), '-D', cluster, ...settings(options)],
        env: { LANG: 'C.UTF-8', TZ: 'UTC' },
        user: runAs('postgres'),
        // Fast shutdown; SIGTERM would wait for every client to leave.
        stopSignal: 'SIGINT',
        log,
      });
    },
    ready: async (running) => {
      const what = 'PostgreSQL to accept connections';
      const serves = async () => await answers(adminUrl);
      await waitToServe({ running, log, what, serves }, options.patience ?? USUAL_PATIENCE);
    },
  });
  return Object.assign(part, { adminUrl });
}

function settings(options: PostgresOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    jit: 'off',
    // What is asked for all day lies in memory. With the usual cost a table of some hundred rows is read whole for one of them, by a plan that is kept.
    random_page_cost: '1.1',
    password_encryption: 'scram-sha-256',
    log_line_prefix: '%m [%p] %u@%d ',
    ...(options.isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The programs of the version that made the cluster, or of the newest installed one for a new cluster. */
function binariesFor(cluster: string): string {
  const installed = existsSync(BINARIES)
    ? readdirSync(BINARIES).filter((name) => existsSync(join(BINARIES, name, 'bin', 'postgres')))
    : [];
  const newest = installed.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined || newest < OLDEST_VERSION) {
    throw new PlainError(`PostgreSQL ${newest ?? '(none)'} is too old: Farline needs ${OLDEST_VERSION} or newer.`);
  }
  const versionFile = join(cluster, 'PG_VERSION');
  const made = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : String(newest);
  if (!installed.includes(made)) {
    throw new PlainError(
      `The database in ${cluster} was made by PostgreSQL ${made}, which is no longer installed (installed: ${installed.join(', ')}). Install postgresql-${made}, or upgrade the database with pg_upgrade.`,
    );
  }
  return join(BINARIES, made, 'bin');
}

async function makeCluster(given: {
  folder: string;
  cluster: string;
  binaries: string;
  options: PostgresOptions;
}): Promise<void> {
  const { folder, cluster, binaries, options } = given;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const passwordFile = join(folder, 'admin-password');
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  writeFileSync(passwordFile, options.secrets.databaseAdmin, { mode: 0o600 });
  giveTo('postgres', folder);
  giveTo('postgres', passwordFile);
  const user = runAs('postgres');
  const initdb = [
    ...(user === null ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--']),
    join(binaries, 'initdb'),
    ...['-D', half, '-U', 'postgres', '--pwfile', passwordFile],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
    ...(options.isDurable ? [] : ['--no-sync']),
  ];
  await run(initdb[0] ?? '', initdb.slice(1), { cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } });
  rmSync(passwordFile);
  // Only a cluster that was made to the end gets its name.
  renameSync(half, cluster);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}
