import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Where databases lie as releases left them: `<version>.sql`. */
export const RELEASES = new URL('../../migrations/releases/', import.meta.url);

/** Filled anew at each start, from the files of `data/`. */
const LOADED_TABLES = ['rating.destination', 'rating.rate', 'rating.loaded_file'];

/** Writes a whole database as SQL, without owners, so that whoever loads it owns it. */
export async function writeReleaseDump(url: string, version: string): Promise<void> {
  const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments'];
  const left = LOADED_TABLES.map((table) => `--exclude-table-data=${table}`);
  const { stdout } = await promisify(execFile)('pg_dump', [...options, ...left, url], { maxBuffer: 64 * 1024 * 1024 });
  await writeFile(new URL(`${version}.sql`, RELEASES), withoutRemarks(stdout));
}

/** Commands to psql, which no server understands, and what pg_dump says about itself. */
function withoutRemarks(dump: string): string {
  return dump.replaceAll(/^(\\|--).*\n/gm, '').replaceAll(/\n{3,}/g, '\n\n');
}

/** Makes an empty database what it was at a release. */
export async function loadReleaseDump(database: Database, version: string): Promise<void> {
  const dump = await readFile(new URL(`${version}.sql`, RELEASES), 'utf8');
  await database.connection().execute(async (connection) => {
    await sql.raw(dump).execute(connection);
    // The dump leaves its own settings behind.
    await sql.raw('reset all').execute(connection);
  });
}
