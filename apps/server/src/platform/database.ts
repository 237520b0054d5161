import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { WaitingLine } from './admission/waiting-line.ts';
import { isToNote, noteDeed } from './work.ts';

/** No table is named here: each module adds its own with `withTables`, or writes `sql` in its store. */
type NoTables = {};
export type Database = Kysely<NoTables>;
export type Transaction = KyselyTransaction<NoTables>;
/** The pool or a transaction: whoever takes this can be part of a larger whole. */
export type Executor = Database | Transaction;

const INT8 = 20;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * How long a connection of the pool is waited for, how long a statement may take before PostgreSQL ends it, and how long PostgreSQL may
 * owe an answer: somewhat longer.
 */
export type DatabasePatience = { connectMs: number; statementMs: number; silenceMs: number };
const usualPatience: DatabasePatience = { connectMs: 5_000, statementMs: 15_000, silenceMs: 20_000 };

/**
 * A pool over one PostgreSQL database. int8 comes as bigint. Every statement has a time-out, which holds when the
 * database's host is gone too.
 */
export function openDatabase(options: {
  url: string;
  poolSize: number;
  name: string;
  patience?: Partial<DatabasePatience>;
  /** Measures how long a connection is waited for. */
  line?: Pick<WaitingLine, 'join'>;
}): Database {
  const { connectMs, statementMs, silenceMs } = { ...usualPatience, ...options.patience };
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
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    types,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const statementNames = new Map<string, string>();
  pool.on('connect', (client) => {
    // One that breaks while it is lent fails the statement of whoever has it; the pool hears nothing of it then.
    client.on('error', () => undefined);
    endWhenSilent(client, silenceMs);
    prepareStatements(client, statementNames);
    noteDeeds(client);
  });
  if (options.line !== undefined) measureConnecting(pool, options.line);
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
}

/** Whether no connection came free, or could be made, in time: this one time nothing was asked of the database. */
export function isWithoutConnection(error: unknown): boolean {
  // pg-pool gives them no code.
  return error instanceof Error && WITHOUT_CONNECTION.has(error.message);
}
const WITHOUT_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

function measureConnecting(pool: pg.Pool, line: Pick<WaitingLine, 'join'>): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const measured = async () => {
    const leave = line.join();
    try {
      return await connect();
    } finally {
      leave();
    }
  };
  pool.connect = measured as typeof pool.connect;
}

type Query = (text: unknown, values?: unknown[]) => Promise<unknown>;

/**
 * Ends a connection that owes an answer and has been silent for longer than any statement may take: the host at its other
 * end is gone without a word, and the wait would have no end. (pg's own `query_timeout` gives the pool such a connection
 * back as a good one, the statement still on it.)
 */
function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const query = client.query.bind(client) as unknown as Query;
  const socket = (client as unknown as pg.Client).connection.stream as Socket;
  let unanswered = 0;
  let isLimited = true;
  const answered = () => {
    unanswered -= 1;
  };
  const watched: Query = (text, values) => {
    if (text === NO_TIME_LIMIT) isLimited = false;
    if (text === USUAL_TIME_LIMIT) isLimited = true;
    unanswered += 1;
    const answer = query(text, values);
    answer.then(answered, answered);
    return answer;
  };
  client.query = watched as unknown as typeof client.query;
  // Every byte starts this anew, either way.
  socket.setTimeout(silenceMs);
  socket.on('timeout', () => {
    if (unanswered === 0 || !isLimited) return;
    socket.destroy(Object.assign(new Error('PostgreSQL does not answer any more'), { code: 'ETIMEDOUT' }));
  });
}

const NO_TIME_LIMIT = 'set statement_timeout = 0';
const USUAL_TIME_LIMIT = 'reset statement_timeout';

/** Runs `work` on one connection, where statements may take as long as they need. */
export async function withoutTimeLimit<T>(database: Database, work: (connection: Database) => Promise<T>): Promise<T> {
  return await database.connection().execute(async (connection) => {
    await sql.raw(NO_TIME_LIMIT).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw(USUAL_TIME_LIMIT).execute(connection);
    }
  });
}

/**
 * Statements with parameters are prepared: each connection parses and plans a text once. Texts come from `sql` templates, so
 * they are few; beyond a bound they run unprepared. (A prepared `select *` would break when a migration adds a column.)
 */
function prepareStatements(client: pg.PoolClient, names: Map<string, string>): void {
  const query = client.query.bind(client) as unknown as Query;
  const prepared: Query = (text, values) => {
    const name = typeof text === 'string' && values !== undefined && values.length > 0 ? nameIn(names, text) : null;
    return name === null ? query(text, values) : query({ name, text, values });
  };
  client.query = prepared as unknown as typeof client.query;
}

/** Of a transaction its end changes something, if one of its statements may have; what only reads does not. */
function noteDeeds(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query;
  let isTransaction = false;
  let mayChange = false;
  const noted: Query = (text, values) => {
    const statement = String(text);
    if (BEGIN.test(statement)) [isTransaction, mayChange] = [true, false];
    else if (statement === 'rollback') isTransaction = false;
    else if (statement === 'commit') {
      isTransaction = false;
      if (mayChange) noteDeed();
    } else if (isToNote() && (!READS.test(statement) || CHANGES.test(statement))) {
      mayChange = true;
      if (!isTransaction) noteDeed();
    }
    return query(text, values);
  };
  client.query = noted as unknown as typeof client.query;
}

const BEGIN = /^(begin|start transaction)\b/i;
const READS = /^\s*(select|with)\b/i;
/** Some functions of ours change what they are asked about. */
const CHANGES = /\b(insert|update|delete|merge)\b|\b\w+\.\w+\s*\(/i;

const MOST_PREPARED = 1_000;

/** The name of a statement among those of a pool; null where there are too many already. */
function nameIn(names: Map<string, string>, text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_PREPARED) return null;
  const name = `statement-${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** From now on a statement of this transaction that waits for a lock for longer fails (`isLockTimeout`). */
export async function waitForLocksAtMost(tx: Transaction, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);
}

/** PostgreSQL's `lock_not_available`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Runs `work` in one transaction: all or nothing. */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await database.transaction().execute(work);
}

/**
 * A condition that is always true: a statement outside a transaction that asks it does not wait for the disk. A crash of the
 * database may take such a statement back, whole, within about half a second.
 */
export const commitSoon: RawBuilder<boolean> = sql`set_config('synchronous_commit', 'off', true) is not null`;

/** Asks the database for nothing. Throws where it does not answer. */
export async function answers(database: Database): Promise<boolean> {
  await sql`select 1`.execute(database);
  return true;
}
