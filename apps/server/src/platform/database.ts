import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';

/** No table is named here: each module adds its own with `withTables`, or writes `sql` in its store. */
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
  pool.on('connect', (client) => {
    // One that breaks while it is lent fails the statement of whoever has it; the pool hears nothing of it then.
    client.on('error', () => undefined);
    prepareStatements(client);
  });
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
}

type Query = (text: unknown, values?: unknown[]) => unknown;

/**
 * Statements with parameters are prepared: each connection parses and plans a text once. Texts come from `sql` templates, so
 * they are few; beyond a bound they run unprepared. (A prepared `select *` would break when a migration adds a column.)
 */
function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query;
  const prepared: Query = (text, values) => {
    const name = typeof text === 'string' && values !== undefined && values.length > 0 ? nameOfStatement(text) : null;
    return name === null ? query(text, values) : query({ name, text, values });
  };
  client.query = prepared as unknown as typeof client.query;
}

const statementNames = new Map<string, string>();
const MOST_PREPARED = 1_000;

function nameOfStatement(text: string): string | null {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= MOST_PREPARED) return null;
  const name = `statement-${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/** Runs `work` in one transaction: all or nothing. */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await database.transaction().execute(work);
}

/**
 * A condition that is always true: a statement outside a transaction that asks it does not wait for the disk. A crash of the
 * database may take such a statement back, whole, within about half a second.
 */
export const commitSoon: RawBuilder<boolean> = sql`set_config('synchronous_commit', 'off', true) is not null`;
