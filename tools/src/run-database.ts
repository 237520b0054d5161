import { join } from 'node:path';
import { enterable, writeDatabaseUrl } from './data-folder.ts';
import { prepareDatabase } from './parts/database.ts';
import { createPostgres } from './parts/postgres.ts';
import type { Patience } from './processes/patience.ts';
import { readSecrets } from './secrets.ts';

/**
 * Runs the private PostgreSQL by itself until it is asked to end, with its roles and the database: a dump is restored while
 * nobody is served and no carrier hands anything over.
 */
export async function runDatabase(options: {
  dataFolder: string;
  port: number;
  patience: Patience;
  say: (line: string) => void;
  askedToEnd: Promise<unknown>;
}): Promise<void> {
  const { dataFolder, port, patience, say } = options;
  const secrets = readSecrets(dataFolder);
  const logFolder = enterable(join(dataFolder, 'logs'));
  const postgres = createPostgres({ dataFolder, logFolder, port, secrets, isDurable: true, patience });
  say('Starting PostgreSQL');
  try {
    await postgres.start();
    const { server } = await prepareDatabase(postgres.adminUrl, secrets);
    writeDatabaseUrl(dataFolder, server);
    say('PostgreSQL is ready, and nothing else was started. Ctrl-C ends it.');
    await options.askedToEnd;
  } finally {
    await postgres.stop();
  }
}
