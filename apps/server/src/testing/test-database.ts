import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { type Database, openDatabase, withoutTimeLimit } from '../platform/database.ts';
import { migrate, migrationFiles } from '../platform/migrate.ts';
import { seed } from '../seed.ts';
import { whenOver } from './when-over.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const TEMPLATE_LOCK = 4_001_002;
/** On a machine with other work many who share a few connections wait for long; what the product waits for has tests of its own. */
export const BUSY = { connectMs: 50_000, statementMs: 50_000, silenceMs: 55_000 };

/**
 * A fresh database with every migration and the sample rates, on the test cluster (FARLINE_TEST_DATABASE_URL); a clone
 * of a template made once. It is dropped once the test is over that it was made in, or the file's tests.
 */
export async function testDatabase(options: { poolSize?: number } = {}): Promise<{ database: Database; url: string }> {
  return await databaseFrom(ensureTemplate, options.poolSize);
}

/** A database with nothing in it. It is dropped once the test is over that it was made in, or the file's tests. */
export async function emptyDatabase(): Promise<{ database: Database; url: string }> {
  return await databaseFrom(async () => 'template0');
}

async function databaseFrom(
  templateOn: (cluster: Database, clusterUrl: string) => Promise<string>,
  poolSize = 10,
): Promise<{ database: Database; url: string }> {
  const clusterUrl = process.env['FARLINE_TEST_DATABASE_URL'];
  if (clusterUrl === undefined) throw new Error('FARLINE_TEST_DATABASE_URL is not set: run these tests with npm test.');
  const cluster = openDatabase({ url: clusterUrl, poolSize: 2, name: 'test' });
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = await templateOn(cluster, clusterUrl);
  await sql.raw(`create database ${name} template ${template}`).execute(cluster);
  const url = withDatabase(clusterUrl, name);
  const database = openDatabase({ url, poolSize, name: 'test', patience: BUSY });
  whenOver(async () => {
    await database.destroy();
    await dropDatabase(cluster, name);
    await cluster.destroy();
  });
  return { database, url };
}

/**
 * Ends what the tests left connected, which may not come back, and drops the database. Not `with (force)`: that is refused to us while autovacuum,
 * which is the cluster's own, works in it; the plain form tells autovacuum to go and waits for it.
 */
async function dropDatabase(cluster: Database, name: string): Promise<void> {
  await noServerOn(cluster, name);
  await sql.raw(`alter database ${name} with allow_connections false`).execute(cluster);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user
  `.execute(cluster);
  await sql.raw(`drop database if exists ${name}`).execute(cluster);
}

/** One that was stopped is gone in a moment; one that was left running would ask for its database as long as the worker lives. */
async function noServerOn(cluster: Database, name: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ server: string }>`
        select application_name as server from pg_stat_activity
        where datname = ${name} and application_name like 'farline server%'
      `.execute(cluster);
      if (rows.length > 0) throw new Error(`${rows[0]?.server} was left running on its database.`);
    },
    { timeout: 20_000 },
  );
}

async function ensureTemplate(cluster: Database, clusterUrl: string): Promise<string> {
  const files = await migrationFiles(MIGRATIONS);
  const digest = createHash('sha256')
    .update(files.map((file) => file.checksum).join())
    .digest('hex');
  const name = `template_${digest.slice(0, 16)}`;
  return await withoutTimeLimit(cluster, async (connection) => {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`.execute(connection);
    try {
      const { rows } = await sql`select from pg_database where datname = ${name} and datistemplate`.execute(connection);
      if (rows.length > 0) return name;
      await sql.raw(`drop database if exists ${name}`).execute(connection);
      await sql.raw(`create database ${name}`).execute(connection);
      const database = openDatabase({ url: withDatabase(clusterUrl, name), poolSize: 3, name: 'template' });
      await migrate(database, { folder: MIGRATIONS, after: seed });
      await database.destroy();
      await sql.raw(`alter database ${name} is_template true`).execute(connection);
      return name;
    } finally {
      await sql`select pg_advisory_unlock(${TEMPLATE_LOCK})`.execute(connection);
    }
  });
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
