import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../parts/database.ts';
import { createPostgres } from '../parts/postgres.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { freePort } from '../ports.ts';
import { readSecrets } from '../secrets.ts';

const VARIABLE = 'FARLINE_TEST_DATABASE_URL';
/** Linux's own folder in memory, and its type as statfs(2) says it (`TMPFS_MAGIC`). */
const MEMORY = { folder: '/dev/shm', type: 0x01021994 };
/** A whole run's databases and their log take two. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Vitest's global set-up of the database tests: one private cluster for all files, or the one given by its variable. */
export default async function testCluster(_project: TestProject): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] !== undefined) return async () => {};
  const folder = await mkdtemp(join(await placeOfCluster(), 'farline-database-'));
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
