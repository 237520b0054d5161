import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { Account, AccountState, User } from './account.ts';

/** Locks: an address before accounts, an account before its users, a user before its sessions. */

type AccountRow = {
  id: string;
  currency: string;
  time_zone: string;
  language: string;
  state: AccountState;
  rate_table: string;
  wallet_id: string;
  trial_wallet_id: string;
  is_marked_by_operator: boolean;
  created_at: Date;
};
type UserRow = {
  id: string;
  account_id: string;
  role: User['role'];
  first_name: string;
  last_name: string;
  email: string;
  email_confirmed_at: Date | null;
  phone: string | null;
  phone_e164: string | null;
  country: string | null;
  created_at: Date;
};

const accountColumns = sql.raw(
  `account.id, account.currency, account.time_zone, account.language, account.state, account.rate_table, account.wallet_id,
  account.trial_wallet_id, account.is_marked_by_operator, account.created_at`,
);
const userColumns = sql.raw(
  'u.id, u.account_id, u.role, u.first_name, u.last_name, u.email, u.email_confirmed_at, u.phone, u.phone_e164, u.country, u.created_at',
);

/** Writes a new account. */
export async function insertAccount(tx: Transaction, account: Account): Promise<void> {
  await sql`insert into accounts.account (id, currency, time_zone, language, state, rate_table, wallet_id,
      trial_wallet_id, is_marked_by_operator, created_at)
    values (${account.id}, ${account.currency}, ${account.timeZone}, ${account.language}, ${account.state},
      ${account.rateTable}, ${account.walletId}, ${account.trialWalletId}, ${account.isMarkedByOperator}, ${account.createdAt})`.execute(
    tx,
  );
}

/** Writes a new user. False when somebody has the address already, in whatever letter case. */
export async function insertUser(tx: Transaction, user: User & { passwordHash: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into accounts.user (id, account_id, role, first_name, last_name, email, email_confirmed_at, phone, phone_e164, country,
      password_hash, password_changed_at, created_at)
    values (${user.id}, ${user.accountId}, ${user.role}, ${user.firstName}, ${user.lastName}, ${user.email},
      ${user.emailConfirmedAt}, ${user.phone}, ${user.phoneE164}, ${user.country}, ${user.passwordHash}, ${user.createdAt}, ${user.createdAt})
    on conflict (lower(email)) do nothing
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The account, or null. */
export async function findAccount(database: Executor, accountId: string): Promise<Account | null> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from accounts.account where id = ${accountId}`.execute(database);
  return rows[0] === undefined ? null : toAccount(rows[0]);
}

/** The states of these accounts, of those that there are. */
export async function statesOfAccounts(
  db: Executor,
  accountIds: readonly string[],
): Promise<Map<string, Account['state']>> {
  const { rows } = await sql<Pick<AccountRow, 'id' | 'state'>>`
    select id, state from accounts.account where id = any (${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** A piece of another module's statement: the account as a table of one row, or none. */
export const accountSql = (accountId: string | RawBuilder<string>): RawBuilder<AccountSql> =>
  sql`(select id, currency, state, time_zone, rate_table, wallet_id, trial_wallet_id from accounts.account where id = ${accountId})`;
export type AccountSql = Pick<
  AccountRow,
  'id' | 'currency' | 'state' | 'time_zone' | 'rate_table' | 'wallet_id' | 'trial_wallet_id'
>;

/** A piece of another module's statement, a boolean: whether the account may use real trunks. */
export const isActiveSql = (accountId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (select from accounts.account where id = ${accountId} and state = 'active')`;

/** A piece of another module's statement, a boolean: whether the account is not closed. */
export const isOpenSql = (accountId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (select from accounts.account where id = ${accountId} and state <> 'closed')`;

/** The user, or null. */
export async function findUser(database: Executor, userId: string): Promise<User | null> {
  const { rows } = await sql<UserRow>`select ${userColumns} from accounts.user u where id = ${userId}`.execute(
    database,
  );
  return rows[0] === undefined ? null : toUser(rows[0]);
}

/** The ids of an account's users, oldest first. */
export async function usersOfAccount(database: Executor, accountId: string): Promise<string[]> {
  return (await usersOfAccounts(database, [accountId])).get(accountId) ?? [];
}

/** The ids of the users of these accounts, oldest first. */
export async function usersOfAccounts(database: Executor, accountIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ account_id: string; ids: string[] }>`
    select account_id, array_agg(id order by id) as ids from accounts.user
    where account_id = any (${accountIds}::uuid[]) group by account_id`.execute(database);
  return new Map(rows.map((row) => [row.account_id, row.ids]));
}

/** The user with this address, in whatever letter case, or null. */
export async function findUserByEmail(database: Executor, email: string): Promise<User | null> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from accounts.user u where lower(email) = lower(${email})`.execute(database);
  return rows[0] === undefined ? null : toUser(rows[0]);
}

/** Has whoever else signs up with an address, changes to it or confirms it wait until the end of the transaction. */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 4001047))`.execute(tx);
}

/** Users who signed up before `before` and never confirmed their address, oldest first; without those whose address ends with `letGo`. */
export async function neverConfirmed(
  database: Executor,
  wanted: { before: Date; letGo: string; most: number },
): Promise<User[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from accounts.user u
    where u.email_confirmed_at is null and u.created_at < ${wanted.before} and right(u.email, ${wanted.letGo.length}) <> ${wanted.letGo}
    order by u.created_at limit ${wanted.most}`.execute(database);
  return rows.map(toUser);
}

/** What a sign-in is checked against, by address, or null. */
export async function findCredentials(
  database: Executor,
  email: string,
): Promise<{ userId: string; passwordHash: string; accountState: AccountState } | null> {
  const { rows } = await sql<{ id: string; password_hash: string; state: AccountState }>`
    select u.id, u.password_hash, account.state
    from accounts.user u join accounts.account on account.id = u.account_id
    where lower(u.email) = lower(${email})`.execute(database);
  const row = rows[0];
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash, accountState: row.state };
}

/** The stored hash of a user's password, or null. */
export async function findPasswordHash(database: Executor, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from accounts.user where id = ${userId}`.execute(database);
  return rows[0]?.password_hash ?? null;
}

/** Locks a user until the end of the transaction and gives its present state, or null. */
export async function lockUser(tx: Transaction, userId: string): Promise<User | null> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from accounts.user u where id = ${userId} for update`.execute(tx);
  return rows[0] === undefined ? null : toUser(rows[0]);
}

/** Locks an account until the end of the transaction and gives its present state, or null. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<Account | null> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from accounts.account where id = ${accountId} for update`.execute(tx);
  return rows[0] === undefined ? null : toAccount(rows[0]);
}

/** Whether an account is open; it is then closed by nobody until the end of the transaction. */
export async function lockIfOpen(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts.account where id = ${accountId} and state <> 'closed' for key share`.execute(tx);
  return rows.length > 0;
}

/** Writes what may change of a user. Whoever changes the address holds its lock and has seen that nobody else has it. */
export async function saveUser(tx: Transaction, user: User): Promise<void> {
  await sql`update accounts.user set role = ${user.role}, first_name = ${user.firstName}, last_name = ${user.lastName},
      email = ${user.email}, email_confirmed_at = ${user.emailConfirmedAt}, phone = ${user.phone}, phone_e164 = ${user.phoneE164},
      country = ${user.country}
    where id = ${user.id}`.execute(tx);
}

/** Writes what may change of an account. */
export async function saveAccount(tx: Transaction, account: Account): Promise<void> {
  await sql`update accounts.account set time_zone = ${account.timeZone}, language = ${account.language},
      state = ${account.state}, is_marked_by_operator = ${account.isMarkedByOperator} where id = ${account.id}`.execute(
    tx,
  );
}

/** Replaces a user's password. */
export async function savePassword(
  tx: Transaction,
  change: { userId: string; passwordHash: string; at: Date },
): Promise<void> {
  await sql`update accounts.user set password_hash = ${change.passwordHash}, password_changed_at = ${change.at}
    where id = ${change.userId}`.execute(tx);
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  currency: row.currency,
  timeZone: row.time_zone,
  language: row.language,
  state: row.state,
  rateTable: row.rate_table,
  walletId: row.wallet_id,
  trialWalletId: row.trial_wallet_id,
  isMarkedByOperator: row.is_marked_by_operator,
  createdAt: row.created_at,
});

const toUser = (row: UserRow): User => ({
  id: row.id,
  accountId: row.account_id,
  role: row.role,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  emailConfirmedAt: row.email_confirmed_at,
  phone: row.phone,
  phoneE164: row.phone_e164,
  country: row.country,
  createdAt: row.created_at,
});

/** Whether the database answers. */
export async function isDatabaseReachable(database: Executor): Promise<boolean> {
  return sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
}
