import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { isOpenSql } from '../accounts/index.ts';
import type { SipPhone } from './sip-phone.ts';

type Row = {
  id: string;
  user_id: string;
  account_id: string;
  name: string;
  username: string;
  realm: string;
  ha1: string;
  created_at: Date;
};
const columns = sql.raw('p.id, p.user_id, p.account_id, p.name, p.username, p.realm, p.ha1, p.created_at');

/** Writes a new phone. False when its user name is taken, by one chance in many. */
export async function insertSipPhone(tx: Transaction, phone: SipPhone): Promise<boolean> {
  const { rows } = await sql`
    insert into accounts.sip_phone (id, user_id, account_id, name, username, realm, ha1, created_at)
    values (${phone.id}, ${phone.userId}, ${phone.accountId}, ${phone.name}, ${phone.username}, ${phone.realm}, ${phone.ha1},
      ${phone.createdAt})
    on conflict (username) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** How many phones a user has. */
export async function countSipPhones(database: Executor, userId: string): Promise<number> {
  return (await sipPhonesOf(database, userId)).length;
}

/** A user's phones, oldest first. Their number is bounded by whoever adds them. */
export async function sipPhonesOf(database: Executor, userId: string): Promise<SipPhone[]> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts.sip_phone p where user_id = ${userId} order by id limit 1000`.execute(database);
  return rows.map(toSipPhone);
}

/** The phones of everyone in an account, oldest first. */
export async function sipPhonesOfAccount(database: Executor, accountId: string): Promise<SipPhone[]> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts.sip_phone p where account_id = ${accountId} order by id limit 1000`.execute(
    database,
  );
  return rows.map(toSipPhone);
}

/** Gives a user's phone another name; null when they have no such phone. */
export async function saveSipPhoneName(
  database: Executor,
  change: { id: string; userId: string; name: string },
): Promise<SipPhone | null> {
  const { rows } = await sql<Row>`
    update accounts.sip_phone p set name = ${change.name} where id = ${change.id} and user_id = ${change.userId}
    returning ${columns}`.execute(database);
  return rows[0] === undefined ? null : toSipPhone(rows[0]);
}

/** Takes a user's phone away and gives what it was; null when they have no such phone. */
export async function deleteSipPhone(tx: Transaction, phone: { id: string; userId: string }): Promise<SipPhone | null> {
  const { rows } = await sql<Row>`
    delete from accounts.sip_phone p where id = ${phone.id} and user_id = ${phone.userId} returning ${columns}`.execute(
    tx,
  );
  return rows[0] === undefined ? null : toSipPhone(rows[0]);
}

/** The phone that a registrar asks for by its user name; null when there is none, or its account is closed. */
export async function findSipPhone(database: Executor, username: string): Promise<SipPhone | null> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts.sip_phone p
    where p.username = ${username} and ${isOpenSql(sql`p.account_id`)}`.execute(database);
  return rows[0] === undefined ? null : toSipPhone(rows[0]);
}

const toSipPhone = (row: Row): SipPhone => ({
  id: row.id,
  userId: row.user_id,
  accountId: row.account_id,
  name: row.name,
  username: row.username,
  realm: row.realm,
  ha1: row.ha1,
  createdAt: row.created_at,
});
