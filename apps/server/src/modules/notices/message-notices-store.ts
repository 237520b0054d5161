import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { firstIdAt } from '../../platform/ids.ts';

type ToldOfMessage = { id: string; userId: string; accountId: string; messageId: string; peer: string; at: Date };

/**
 * Tells a user of a message. There is one notice for all messages of a person: this one is the latest in it. Gives whether what it said before was
 * unread until now, and when screens are told: so long after they were last told, or with what waits for that already. Null: this message was told before.
 */
export async function tellOfMessage(
  tx: Transaction,
  { told, pushPauseMs }: { told: ToldOfMessage; pushPauseMs: number },
): Promise<{ wasUnread: boolean; pushAt: Date } | null> {
  const facts = JSON.stringify({ messageId: told.messageId, peer: told.peer });
  const { rows } = await sql<{ wasUnread: boolean; pushAt: Date }>`
    with former as (
      select id from notices.notice
      where user_id = ${told.userId} and kind = 'message_received' and cause = ${causeOf(told)} and read_at is null)
    insert into notices.notice as kept (id, user_id, account_id, kind, facts, cause, at, pushed_at)
    values (${told.id}, ${told.userId}, ${told.accountId}, 'message_received', ${facts}::jsonb, ${causeOf(told)}, ${told.at}, ${told.at})
    on conflict (user_id, kind, cause) do update set id = excluded.id, facts = excluded.facts, at = excluded.at, read_at = null,
      mail_due_at = case when kept.read_at is null then kept.mail_due_at end,
      pushed_at = case when kept.pushed_at > excluded.at then kept.pushed_at
        else greatest(excluded.at, kept.pushed_at + ${pushPauseMs} * interval '1 millisecond') end
    where kept.facts ->> 'messageId' <> ${told.messageId} and kept.at <= excluded.at
    returning exists (select from former) as "wasUnread", pushed_at as "pushAt"`.execute(tx);
  return rows[0] ?? null;
}

const causeOf = ({ accountId, peer }: ToldOfMessage) => `${accountId} ${peer}`;

/** What was told of a person's messages is read, by every user of the account. Gives whose it was. */
export async function markMessagesRead(
  tx: Transaction,
  read: { accountId: string; users: readonly string[]; peer: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notices.notice set read_at = ${read.at}
    where user_id = any (${read.users}::uuid[]) and read_at is null and kind = 'message_received'
      and account_id = ${read.accountId} and facts ->> 'peer' = ${read.peer}
    returning user_id`.execute(tx);
  return [...new Set(rows.map((row) => row.user_id))];
}

/** Who was told of a person's messages since then. */
export async function usersToldOfMessages(
  tx: Transaction,
  { users, peer, since }: { users: readonly string[]; peer: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from notices.notice
    where user_id = any (${users}::uuid[]) and id >= ${firstIdAt(since)}::uuid and kind = 'message_received'
      and facts ->> 'peer' = ${peer}`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** A notice is mailed at an instant, if it is unread then. */
export async function mailLater(tx: Transaction, { id, dueAt }: { id: string; dueAt: Date }): Promise<void> {
  await sql`update notices.notice set mail_due_at = ${dueAt} where id = ${id}`.execute(tx);
}

/** Users with notices that are to be mailed now, and who were not mailed of any since an instant; at most 200. */
export async function usersToMail(
  database: Executor,
  { now, notSince }: { now: Date; notSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct notice.user_id from notices.notice
    where mail_due_at <= ${now} and read_at is null
      and not exists (select from notices.message_mail where user_id = notice.user_id and mailed_at > ${notSince})
    limit 200`.execute(database);
  return rows.map((row) => row.user_id);
}

/** Notes that a user is mailed of messages. False when somebody has done so since an instant. */
export async function claimMessageMail(
  tx: Transaction,
  { userId, at, notSince }: { userId: string; at: Date; notSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notices.message_mail as kept (user_id, mailed_at) values (${userId}, ${at})
    on conflict (user_id) do update set mailed_at = excluded.mailed_at where kept.mailed_at <= ${notSince}
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Who has written to a user, first first, of what is unread and to be mailed; it is to be no more. */
export async function takeMessagesToMail(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await sql<{ peer: string }>`
    with taken as (
      update notices.notice set mail_due_at = null
      where user_id = ${userId} and mail_due_at is not null and read_at is null
      returning facts ->> 'peer' as peer, at)
    select peer from taken group by peer order by min(at), peer`.execute(tx);
  return rows.map(({ peer }) => peer);
}
