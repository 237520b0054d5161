import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../parts/database.ts';
import { createPostgres } from '../parts/postgres.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { freePort } from '../ports.ts';
import { readSecrets } from '../secrets.ts';

const VARIABLE = 'FARLINE_TEST_DATABASE_URL';

/** Vitest's global set-up of the database tests: one private cluster for all files, or the one given by its variable. */
export default async function testCluster(_project: TestProject): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] !== undefined) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'farline-database-'));
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
