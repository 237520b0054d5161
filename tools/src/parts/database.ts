import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';
import type { Secrets } from '../secrets.ts';
import { withClient } from './with-client.ts';

const KAMAILIO_SQL = '/usr/share/kamailio/postgres';
/** What Kamailio's configuration uses, by file, with the table that shows that it is there; `standard` lists versions. */
const KAMAILIO_TABLES = { standard: 'version', dialog: 'dialog', usrloc: 'location' };
/** Our own: who has not gone yet, in hexadecimal digits (voice/kamailio/steps/hang-up.cfg). */
const HANG_UP_TABLE = `create table if not exists kamailio.hang_up
  (name text primary key, entry text not null, headers text not null)`;
/** What refuses the calls that ring, if they are lost with the engine (voice/kamailio/steps/lost-callers.cfg). */
const RINGING_TABLE = `create table if not exists kamailio.ringing
  (call text primary key, epoch text not null, sent_to text not null, refusal text not null, began_at timestamptz not null default now())`;
/**
 * Phones and carriers write longer addresses and routes than Kamailio's tables have room for. A row that does not fit is not written, and its call or
 * phone is unknown after a restart.
 */
const LONG_TEXTS = `do $$ declare bounded record; begin
  for bounded in select table_name, column_name from information_schema.columns where table_schema = 'kamailio'
    and table_name in ('dialog', 'dialog_vars', 'location') and data_type = 'character varying'
  loop execute format('alter table kamailio.%I alter column %I type text', bounded.table_name, bounded.column_name); end loop;
end $$`;
const OLDEST_VERSION = 150_000;

export type DatabaseUrls = {
  /** For the server: owns everything of Farline. */
  server: string;
  /** For Kamailio: sees its own schema alone. */
  kamailio: string;
};

/** Makes what is missing in our own cluster: the roles `farline` and `kamailio`, the database, Kamailio's schema and tables. */
export async function prepareDatabase(adminUrl: string, secrets: Secrets): Promise<DatabaseUrls> {
  const urls = {
    server: urlAs(adminUrl, { user: 'farline', password: secrets.databaseServer, database: 'farline' }),
    kamailio: urlAs(adminUrl, { user: 'kamailio', password: secrets.databaseKamailio, database: 'farline' }),
  };
  await withClient(adminUrl, async (admin) => {
    await makeRole(admin, { name: 'farline', password: secrets.databaseServer, rights: 'createdb' });
    await makeRole(admin, { name: 'kamailio', password: secrets.databaseKamailio, rights: 'connection limit 120' });
    const { rowCount } = await admin.query("select from pg_database where datname = 'farline'");
    if (rowCount === 0) await admin.query('create database farline owner farline');
  });
  await withClient(urlAs(adminUrl, { database: 'farline' }), makeKamailioSchema);
  await withClient(urls.kamailio, prepareAsKamailio);
  return urls;
}

/** DATABASE_URL; undefined: nobody gave one. A PlainError, without the password, when it is no URL of a PostgreSQL. */
export function givenDatabaseUrl(env: Record<string, string | undefined>): string | undefined {
  const given = env['DATABASE_URL'];
  if (given === undefined || given === '') return undefined;
  if (['postgres:', 'postgresql:'].includes(URL.parse(given)?.protocol ?? '')) return given;
  throw new PlainError(
    'DATABASE_URL is no URL of a PostgreSQL: it must be one such as postgres://farline:password@db.example.org/farline, with /, @, : and % in a password written as %2F, %40, %3A and %25.',
  );
}

/** The same in a database that is somebody else's (DATABASE_URL), as far as its role may. */
export async function prepareGivenDatabase(url: string, secrets: Secrets): Promise<DatabaseUrls> {
  const kamailio = urlAs(url, { user: 'kamailio', password: secrets.databaseKamailio });
  try {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ version: string }>(
        "select current_setting('server_version_num') as version",
      );
      if (Number(rows[0]?.version) < OLDEST_VERSION) {
        throw new PlainError('The PostgreSQL of DATABASE_URL is too old: Farline needs 15 or newer.');
      }
      const { rowCount } = await client.query("select from pg_roles where rolname = 'kamailio'");
      if (rowCount === 0) await makeRole(client, { name: 'kamailio', password: secrets.databaseKamailio, rights: '' });
      await makeKamailioSchema(client);
    });
    await withClient(kamailio, prepareAsKamailio);
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(
      `The database of DATABASE_URL cannot be prepared: ${error instanceof Error ? error.message : String(error)}. Its role must be able to create roles and schemas; or let its administrator create a role kamailio (its password: databaseKamailio in secrets.json) and a schema kamailio that belongs to it.`,
    );
  }
  return { server: url, kamailio };
}

async function makeRole(client: pg.Client, role: { name: string; password: string; rights: string }): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role.name]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${role.name} login ${role.rights} password ${client.escapeLiteral(role.password)}`);
}

async function makeKamailioSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'kamailio'");
  if (rowCount === 0) {
    // A role that is no superuser may give a schema only to a role it belongs to.
    await client.query(`do $$ begin
      if not pg_has_role('kamailio', 'member') then grant kamailio to current_user; end if;
      create schema kamailio authorization kamailio; end $$`);
  }
  await client.query('revoke usage on schema public from public');
  await client.query('grant usage on schema public to current_user');
}

/** By its own role: of one that an administrator made it alone may say how its connections begin. */
async function prepareAsKamailio(client: pg.Client): Promise<void> {
  await client.query('alter role kamailio set search_path = kamailio');
  // A dialog must outlive a crash of Kamailio, not one of the machine; this saves a flush for each statement of a call.
  await client.query('alter role kamailio set synchronous_commit = off');
  await makeKamailioTables(client);
}

async function makeKamailioTables(client: pg.Client): Promise<void> {
  await client.query(HANG_UP_TABLE);
  await client.query(RINGING_TABLE);
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'kamailio'",
  );
  const there = new Set(rows.map((row) => row.tablename));
  const missing = Object.entries(KAMAILIO_TABLES).filter(([, table]) => !there.has(table));
  if (missing.length > 0) {
    const sql = missing.map(([name]) => readFileSync(`${KAMAILIO_SQL}/${name}-create.sql`, 'utf8'));
    await client.query(['begin;', 'set local search_path = kamailio;', ...sql, 'commit;'].join('\n'));
  }
  await client.query(LONG_TEXTS);
}

function urlAs(url: string, change: { user?: string; password?: string; database?: string }): string {
  const changed = new URL(url);
  if (change.user !== undefined) changed.username = change.user;
  if (change.password !== undefined) changed.password = change.password;
  if (change.database !== undefined) changed.pathname = `/${change.database}`;
  return changed.href;
}
