import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';

/** No table is named here: each module adds its own with `withTables`, or writes `sql` in its store. */
// biome-ignore lint/complexity/noBannedTypes: an empty schema is what is meant.
type NoTables = {};
export type Database = Kysely<NoTables>;
export type Transaction = KyselyTransaction<NoTables>;
/** The pool or a transaction: whoever takes this can be part of a larger whole. */
export type Executor = Database | Transaction;

const INT8 = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** A pool over one PostgreSQL database. int8 comes as bigint. Every statement has a time-out. */
export function openDatabase(options: { url: string; poolSize: number; name: string }): Database {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8
        ? (text: string) => BigInt(text)
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: `farline ${options.name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    types,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs `work` in one transaction: all or nothing. */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await database.transaction().execute(work);
}
