import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '../data-folder.ts';
import { prepareDatabase } from '../parts/database.ts';
import { createPostgres } from '../parts/postgres.ts';
import { freePort } from '../ports.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { readSecrets } from '../secrets.ts';

/** A PostgreSQL cluster of a test's own, so that it can be killed. It flushes to the disk, as one that people rely on does. */
export async function ownPostgres(): Promise<{
  url: string;
  /** kill -9, with everything that it was about to do. */
  kill: () => Promise<void>;
  /** Starts it again; it recovers first. */
  start: () => Promise<void>;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-postgres-'));
  prepareDataFolder(folder);
  const secrets = readSecrets(folder);
  const port = await freePort();
  const postgres = createPostgres({
    dataFolder: folder,
    logFolder: join(folder, 'logs'),
    port,
    secrets,
    isDurable: true,
  });
  await postgres.start();
  const { server: url } = await prepareDatabase(postgres.adminUrl, secrets);
  return {
    url,
    kill: async () => await postgres.kill('SIGKILL'),
    // As the supervisor does: until the last process of the one that was killed is gone, PostgreSQL refuses to start.
    start: async () => {
      const started = async () => await postgres.start().then(() => true);
      await waitUntil('PostgreSQL to start again', started, { withinMs: 30_000, everyMs: 100 });
    },
    remove: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
