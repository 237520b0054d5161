import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import { isOpenSql } from '../accounts/index.ts';
import type { RingingPhone } from './ringing-phones.ts';

/** Where a phone is woken. */
export type PhonePush = { id: string; username: string; endpoint: string };

/** The phone that registers, for as long as the transaction lasts; null: it is gone, or its account closed. */
export async function lockPhone(tx: Transaction, username: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from accounts.sip_phone p
    where p.username = ${username} and ${isOpenSql(sql`p.account_id`)} for update of p`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Remembers how a phone is woken, in the place of what the same registration said before; of one phone the last `most` are kept. */
export async function savePush(
  tx: Transaction,
  push: {
    id: string;
    phoneId: string;
    endpoint: string;
    sipCallId: string;
    at: Date;
    expiresAt: Date;
    refreshAt: Date | null;
    most: number;
  },
): Promise<void> {
  await sql`
    delete from accounts.sip_phone_push
    where phone_id = ${push.phoneId} and sip_call_id = ${push.sipCallId} and endpoint <> ${push.endpoint}`.execute(tx);
  await sql`
    insert into accounts.sip_phone_push
      (id, phone_id, endpoint, sip_call_id, registered_at, expires_at, refresh_at, minute_began_at)
    values (${push.id}, ${push.phoneId}, ${push.endpoint}, ${push.sipCallId}, ${push.at}, ${push.expiresAt}, ${push.refreshAt},
      ${push.at})
    on conflict (phone_id, endpoint) do update set sip_call_id = excluded.sip_call_id, registered_at = excluded.registered_at,
      expires_at = excluded.expires_at, refresh_at = excluded.refresh_at`.execute(tx);
  await sql`
    delete from accounts.sip_phone_push where phone_id = ${push.phoneId} and id not in (
      select id from accounts.sip_phone_push where phone_id = ${push.phoneId}
      order by registered_at desc, id desc limit ${push.most})`.execute(tx);
}

/** Forgets how a phone is woken: what a registration said, or an endpoint; all of it where neither is named. */
export async function deletePushes(
  tx: Transaction,
  { phoneId, of }: { phoneId: string; of: { sipCallId: string; endpoint: string | null } | 'all' },
): Promise<void> {
  const which = of === 'all' ? sql`true` : sql`(sip_call_id = ${of.sipCallId} or endpoint = ${of.endpoint})`;
  await sql`delete from accounts.sip_phone_push where phone_id = ${phoneId} and ${which}`.execute(tx);
}

/** Forgets where a phone is reached no more. */
export async function deletePush(database: Executor, id: string): Promise<void> {
  await sql`delete from accounts.sip_phone_push where id = ${id}`.execute(database);
}

/** Whether anything is remembered of how this phone is woken. */
export async function hasPushes(database: Executor, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts.sip_phone_push s join accounts.sip_phone p on p.id = s.phone_id
    where p.username = ${username} limit 1`.execute(database);
  return rows.length > 0;
}

/** A piece of another module's statement, JSON: the phones of an account that a call may ring (`RingingPhone`), oldest first. */
export const phonesToRingSql = (accountId: RawBuilder<string>, at: RawBuilder<Date>) => sql<RingingPhone[]>`(
    select coalesce(json_agg(json_build_object('id', p.id, 'username', p.username, 'isWoken', coalesce((
      select true from accounts.sip_phone_push s where s.phone_id = p.id and s.expires_at > ${at} limit 1), false)) order by p.id), '[]')
    from accounts.sip_phone p where p.account_id = ${accountId})`;

/** Which of these phones, by user name, would be woken for a call. */
export async function wokenPhones(
  database: Executor,
  { usernames, at }: { usernames: readonly string[]; at: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ username: string }>`
    select distinct p.username from accounts.sip_phone_push s join accounts.sip_phone p on p.id = s.phone_id
    where p.username = any (${usernames}::text[]) and s.expires_at > ${at}`.execute(database);
  return new Set(rows.map(({ username }) => username));
}

/** Where these phones are woken for a call, each counted: whoever was woken `most` times within a minute is left out. */
export async function takePushesForCall(
  database: Database,
  take: { usernames: readonly string[]; at: Date; since: Date; most: number },
): Promise<PhonePush[]> {
  const { at, since } = take;
  const { rows } = await sql<PhonePush>`
    with due as (
      select s.id, p.username from accounts.sip_phone_push s join accounts.sip_phone p on p.id = s.phone_id
      where p.username = any (${take.usernames}::text[]) and s.expires_at > ${at}
        and (s.minute_began_at <= ${since} or s.woken_in_minute < ${take.most})
      order by s.id for update of s
    )
    update accounts.sip_phone_push s set
      minute_began_at = case when s.minute_began_at > ${since} then s.minute_began_at else ${at}::timestamptz end,
      woken_in_minute = case when s.minute_began_at > ${since} then s.woken_in_minute + 1 else 1 end
    from due where s.id = due.id
    returning s.id, due.username, s.endpoint`.execute(database);
  return rows;
}

/** Where phones are woken that have to register again. Each is due again at `nextTry`, until it is said to be woken or registers. */
export async function takePushesToRefresh(
  database: Database,
  { now, nextTry, most }: { now: Date; nextTry: Date; most: number },
): Promise<Omit<PhonePush, 'username'>[]> {
  const { rows } = await sql<Omit<PhonePush, 'username'>>`
    update accounts.sip_phone_push s set refresh_at = ${nextTry} where s.id in (
      select id from accounts.sip_phone_push where refresh_at <= ${now} and expires_at > ${now}
      order by refresh_at limit ${most} for update skip locked)
    returning s.id, s.endpoint`.execute(database);
  return rows;
}

/** A phone was told to register again, or cannot be told: no more tries, unless it has said anew meanwhile how it is woken. */
export async function endRefresh(database: Database, { id, nextTry }: { id: string; nextTry: Date }): Promise<void> {
  await sql`update accounts.sip_phone_push set refresh_at = null where id = ${id} and refresh_at = ${nextTry}`.execute(
    database,
  );
}

/** Forgets what was said by registrations that have ended. */
export async function deleteEndedPushes(database: Database, now: Date): Promise<void> {
  await sql`delete from accounts.sip_phone_push where expires_at <= ${now}`.execute(database);
}
