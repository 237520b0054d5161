import { mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../parts/database.ts';
import { createPostgres } from '../parts/postgres.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { freePort } from '../ports.ts';
import { readSecrets } from '../secrets.ts';
import { isAlive } from './launched-farline.ts';

const VARIABLE = 'FARLINE_TEST_DATABASE_URL';
/** Linux's own folder in memory, and its type as statfs(2) says it (`TMPFS_MAGIC`). */
const MEMORY = { folder: '/dev/shm', type: 0x01021994 };
/** A whole run's databases and their log take two. */
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = 'farline-database-';
/** No run lasts as long. */
const OLD_MS = 86_400_000;

/** Vitest's global set-up of the database tests: one private cluster for all files, or the one given by its variable. */
export default async function testCluster(_project: TestProject): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] !== undefined) return async () => {};
  await removeAbandoned(MEMORY.folder);
  const folder = await mkdtemp(join(await placeOfCluster(), NAME));
  prepareDataFolder(folder);
  const secrets = readSecrets(folder);
  const port = await freePort();
  const postgres = createPostgres({
    dataFolder: folder,
    logFolder: join(folder, 'logs'),
    port,
    secrets,
    isDurable: false,
  });
  await postgres.start();
  const { server } = await prepareDatabase(postgres.adminUrl, secrets);
  process.env[VARIABLE] = server;
  return async () => {
    delete process.env[VARIABLE];
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** In memory, where there is room: each file makes databases and drops them, a few hundred files of the file system each time. */
async function placeOfCluster(): Promise<string> {
  try {
    const { type, bavail, bsize } = await statfs(MEMORY.folder);
    return type === MEMORY.type && bavail * bsize >= ROOM_BYTES ? MEMORY.folder : tmpdir();
  } catch {
    // No Linux, or none with that folder.
    return tmpdir();
  }
}

/** A run that was killed leaves its cluster in memory: it goes once its postmaster is gone, or a day later where that cannot be told. */
export async function removeAbandoned(place: string): Promise<void> {
  const names = await readdir(place).catch(() => []);
  for (const folder of names.filter((name) => name.startsWith(NAME)).map((name) => join(place, name))) {
    const pid = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => null);
    const isOver = pid === null ? await isOld(folder) : !isAlive(Number.parseInt(pid, 10));
    // One that another user left, or that another run removes at this moment, is not ours to remove.
    if (isOver) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isOld(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs > OLD_MS;
}
