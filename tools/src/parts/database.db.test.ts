import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareDataFolder } from '../data-folder.ts';
import { freePort } from '../ports.ts';
import { readSecrets } from '../secrets.ts';
import { testDataFolder } from '../testing/test-stack.ts';
import { prepareGivenDatabase } from './database.ts';
import { createPostgres } from './postgres.ts';
import { withClient } from './with-client.ts';

// Of its own: roles are of a whole cluster, and the tests' one has a role kamailio.
const dataFolder = await testDataFolder();
prepareDataFolder(dataFolder);
const secrets = readSecrets(dataFolder);
const logFolder = join(dataFolder, 'logs');
const postgres = createPostgres({ dataFolder, logFolder, port: await freePort(), secrets, isDurable: false });
await postgres.start();
afterAll(async () => {
  await postgres.stop();
  await rm(dataFolder, { recursive: true });
});

test('a role that may make no others is enough where an administrator made the role and the schema kamailio', async () => {
  const own = new URL('/farline', postgres.adminUrl);
  await withClient(postgres.adminUrl, async (admin) => {
    await admin.query("create role farline login password 'weak'");
    await admin.query(`create role kamailio login password ${admin.escapeLiteral(secrets.databaseKamailio)}`);
    await admin.query('create database farline owner farline');
  });
  await withClient(own.href, async (admin) => await admin.query('create schema kamailio authorization kamailio'));
  own.username = 'farline';
  own.password = 'weak';

  // At each start.
  await prepareGivenDatabase(own.href, secrets);
  const urls = await prepareGivenDatabase(own.href, secrets);

  const { rows } = await withClient(
    urls.kamailio,
    async (kamailio) =>
      await kamailio.query(`select current_setting('search_path') as path, current_setting('synchronous_commit') as flushes,
        (select array_agg(tablename::text order by tablename) from pg_tables where schemaname = 'kamailio') as tables,
        (select count(*)::integer from information_schema.columns where table_schema = 'kamailio'
          and table_name in ('dialog', 'location') and data_type = 'character varying') as bounded`),
  );
  expect(rows).toMatchObject([
    {
      path: 'kamailio',
      flushes: 'off',
      bounded: 0,
      tables: expect.arrayContaining(['dialog', 'hang_up', 'location', 'ringing']),
    },
  ]);
});
