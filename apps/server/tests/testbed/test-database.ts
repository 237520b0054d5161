import { COMES_WITHIN_MS } from '../../../../voice/testbed/inbox.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';

const POOL_SIZE = 8;

/** A test's own look into the database of a running Farline. On a busy machine dozens of tests at once wait for a connection and an answer. */
export function openTestDatabase(url: string): Database {
  const patience = { connectMs: COMES_WITHIN_MS, statementMs: COMES_WITHIN_MS, silenceMs: 2 * COMES_WITHIN_MS };
  return openDatabase({ url, poolSize: POOL_SIZE, name: 'test', patience });
}
