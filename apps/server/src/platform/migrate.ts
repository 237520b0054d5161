import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, type Transaction, inTransaction, withoutTimeLimit } from './database.ts';

/** Any number, the same in every server: whoever migrates holds it. */
const MIGRATION_LOCK = 4_001_001;

/**
 * Brings the database to the newest form: each numbered file once, in order, each in its own transaction, under an
 * advisory lock. Refuses when a file that has run was changed since. `after` runs under the same lock, each time.
 */
export async function migrate(
  database: Database,
  options: { folder: URL; after?: (database: Database) => Promise<void> },
): Promise<string[]> {
  const files = await migrationFiles(options.folder);
  return await withoutTimeLimit(database, async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await sql`create schema if not exists migrations`.execute(connection);
      await sql`create table if not exists migrations.file (
        name text primary key, checksum text not null, ran_at timestamptz not null default now())`.execute(connection);
      const ran: string[] = [];
      for (const file of files) {
        if (await runOnce(connection, file)) ran.push(file.name);
      }
      await options.after?.(database);
      return ran;
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

type MigrationFile = { name: string; text: string; checksum: string };

/** The files of a migrations folder, in order, with their checksums. */
export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function runOnce(connection: Database, file: MigrationFile): Promise<boolean> {
  const { rows } = await sql<{
    checksum: string;
  }>`select checksum from migrations.file where name = ${file.name}`.execute(connection);
  const before = rows[0];
  if (before !== undefined) {
    if (before.checksum === file.checksum) return false;
    throw new Error(`Migration ${file.name} was changed after it had run: write a new one instead.`);
  }
  await inTransaction(connection, async (tx: Transaction) => {
    await sql.raw(file.text).execute(tx);
    await sql`insert into migrations.file (name, checksum) values (${file.name}, ${file.checksum})`.execute(tx);
  });
  return true;
}
