import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { forgetSome } from '../../platform/forgetting/forget-all.ts';
import { LAST_ID } from '../../platform/in-turn.ts';
import type { StoredNotice, Told } from './notice.ts';
import { type NoticeSettingsChange, type StoredNoticeSettings, usualNoticeSettings } from './notice-settings.ts';

type NoticeRow = { id: string; kind: Told['kind']; facts: unknown; at: Date; read_at: Date | null };
const columns = sql.raw('id, kind, facts, at, read_at');

/** Writes a notice. False when this cause was told before: events may come twice. */
export async function insertNotice(
  tx: Transaction,
  notice: Told & { id: string; userId: string; accountId: string; cause: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notices.notice (id, user_id, account_id, kind, facts, cause, at)
    values (${notice.id}, ${notice.userId}, ${notice.accountId}, ${notice.kind}, ${JSON.stringify(notice.facts)}::jsonb,
      ${notice.cause}, ${notice.at})
    on conflict (user_id, kind, cause) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes what the users of an account were told of these kinds. */
export async function deleteNoticesOf(tx: Transaction, accountId: string, kinds: readonly string[]): Promise<void> {
  await sql`delete from notices.notice where account_id = ${accountId} and kind = any (${kinds}::text[])`.execute(tx);
}

/** A user's notices, newest first: those before the notice `before` if it is given, at most `most`. */
export async function noticesOf(
  database: Executor,
  wanted: { userId: string; before: string | null; most: number; isUnreadOnly: boolean },
): Promise<StoredNotice[]> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from notices.notice
    where user_id = ${wanted.userId} and id < ${wanted.before ?? LAST_ID}::uuid
      and (not ${wanted.isUnreadOnly}::boolean or read_at is null)
    order by id desc limit ${wanted.most}`.execute(database);
  return rows.map(toNotice);
}

/** One notice of a user, or null. */
export async function findNotice(
  database: Executor,
  wanted: { id: string; userId: string },
): Promise<StoredNotice | null> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from notices.notice where id = ${wanted.id} and user_id = ${wanted.userId}`.execute(database);
  return rows[0] === undefined ? null : toNotice(rows[0]);
}

/** How many notices a user has not read. */
export async function countUnread(database: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notices.notice where user_id = ${userId} and read_at is null`.execute(database);
  return rows[0]?.unread ?? 0;
}

/** Notes that a user has read one notice, or all of them (null). Gives how many were unread until then. */
export async function markRead(
  tx: Transaction,
  read: { userId: string; noticeId: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql`
    update notices.notice set read_at = ${read.at}
    where user_id = ${read.userId} and read_at is null and (${read.noticeId}::uuid is null or id = ${read.noticeId}::uuid)
    returning id`.execute(tx);
  return rows.length;
}

/** Takes away what was told of a missed call and nobody has read. Gives what was told of it, whose that was, and whether it is gone. */
export async function deleteMissed(
  tx: Transaction,
  { users, callId }: { users: readonly string[]; callId: string },
): Promise<{ id: string; userId: string; isGone: boolean }[]> {
  const { rows } = await sql<{ id: string; userId: string; isGone: boolean }>`
    with told as (
      select id, user_id, read_at is null as is_gone from notices.notice
      where user_id = any (${users}::uuid[]) and kind = 'call_missed' and cause = ${callId} for update),
    gone as (delete from notices.notice using told where notice.id = told.id and told.is_gone)
    select id, user_id as "userId", is_gone as "isGone" from told`.execute(tx);
  return rows;
}

/** Whether somebody was told that a call left a voicemail. */
export async function isVoicemailTold(
  tx: Transaction,
  { users, callId }: { users: readonly string[]; callId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from notices.notice
    where user_id = any (${users}::uuid[]) and kind = 'voicemail_received' and cause = ${callId} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * How many calls of one caller somebody was told they missed since then, and of all callers, of each `mostOfCaller` at most; this one too. Of the
 * latest 200 notices: whoever has had more in that time is told enough.
 */
export async function missedSince(
  tx: Transaction,
  { userId, from, since, mostOfCaller }: { userId: string; from: string | null; since: Date; mostOfCaller: number },
): Promise<{ ofCaller: number; all: number }> {
  const { rows } = await sql<{ ofCaller: number; all: number }>`
    select coalesce(sum(missed) filter (where caller is not distinct from ${from}), 0)::int as "ofCaller",
      coalesce(sum(least(missed, ${mostOfCaller}::int)), 0)::int as all
    from (select facts ->> 'from' as caller, count(*) as missed
      from (select kind, facts, at from notices.notice where user_id = ${userId} order by id desc limit 200) latest
      where kind = 'call_missed' and at > ${since} group by 1) callers`.execute(tx);
  return rows[0] ?? { ofCaller: 0, all: 0 };
}

type NoticeSettingsRow = {
  low_balance_micros: bigint;
  mails_low_balance: boolean;
  mails_calls: boolean;
  mails_new_device: boolean;
  mails_payments: boolean;
  mails_plan: boolean;
  mails_unusual: boolean;
  mails_messages: boolean;
  mails_voicemail: boolean;
  mails_missed_calls: boolean;
  pushes_calls: boolean;
  pushes_missed_calls: boolean;
  pushes_messages: boolean;
  pushes_voicemail: boolean;
};

/** What a user wants; the usual when they have said nothing. */
export async function findNoticeSettings(database: Executor, userId: string): Promise<StoredNoticeSettings> {
  const { rows } = await sql<NoticeSettingsRow>`
    select low_balance_micros, mails_low_balance, mails_calls, mails_new_device, mails_payments, mails_plan, mails_unusual,
      mails_messages, mails_voicemail, mails_missed_calls, pushes_calls, pushes_missed_calls, pushes_messages, pushes_voicemail
    from notices.setting where user_id = ${userId}`.execute(database);
  const row = rows[0];
  if (row === undefined) return usualNoticeSettings;
  return {
    lowBalanceMicros: micros(row.low_balance_micros),
    mailsLowBalance: row.mails_low_balance,
    mailsCalls: row.mails_calls,
    mailsNewDevice: row.mails_new_device,
    mailsPayments: row.mails_payments,
    mailsPlan: row.mails_plan,
    mailsUnusual: row.mails_unusual,
    mailsMessages: row.mails_messages,
    mailsVoicemail: row.mails_voicemail,
    mailsMissedCalls: row.mails_missed_calls,
    pushesCalls: row.pushes_calls,
    pushesMissedCalls: row.pushes_missed_calls,
    pushesMessages: row.pushes_messages,
    pushesVoicemail: row.pushes_voicemail,
  };
}

/** Keeps what a user wants; of what is left out, what it was. One statement: of changes at once none undoes another. */
export async function saveNoticeSettings(
  database: Executor,
  userId: string,
  change: NoticeSettingsChange,
): Promise<void> {
  const first = (name: keyof StoredNoticeSettings) => change[name] ?? usualNoticeSettings[name];
  const changed = (name: keyof StoredNoticeSettings) => change[name] ?? null;
  await sql`
    insert into notices.setting (user_id, low_balance_micros, mails_low_balance, mails_calls, mails_new_device,
      mails_payments, mails_plan, mails_unusual, mails_messages, mails_voicemail, mails_missed_calls, pushes_calls,
      pushes_missed_calls, pushes_messages, pushes_voicemail)
    values (${userId}, ${first('lowBalanceMicros')}, ${first('mailsLowBalance')}, ${first('mailsCalls')}, ${first('mailsNewDevice')},
      ${first('mailsPayments')}, ${first('mailsPlan')}, ${first('mailsUnusual')},
      ${first('mailsMessages')}, ${first('mailsVoicemail')}, ${first('mailsMissedCalls')}, ${first('pushesCalls')}, ${first('pushesMissedCalls')},
      ${first('pushesMessages')}, ${first('pushesVoicemail')})
    on conflict (user_id) do update set
      low_balance_micros = coalesce(${changed('lowBalanceMicros')}, setting.low_balance_micros),
      mails_low_balance = coalesce(${changed('mailsLowBalance')}, setting.mails_low_balance),
      mails_calls = coalesce(${changed('mailsCalls')}, setting.mails_calls),
      mails_new_device = coalesce(${changed('mailsNewDevice')}, setting.mails_new_device),
      mails_payments = coalesce(${changed('mailsPayments')}, setting.mails_payments),
      mails_plan = coalesce(${changed('mailsPlan')}, setting.mails_plan),
      mails_unusual = coalesce(${changed('mailsUnusual')}, setting.mails_unusual),
      mails_messages = coalesce(${changed('mailsMessages')}, setting.mails_messages),
      mails_voicemail = coalesce(${changed('mailsVoicemail')}, setting.mails_voicemail),
      mails_missed_calls = coalesce(${changed('mailsMissedCalls')}, setting.mails_missed_calls),
      pushes_calls = coalesce(${changed('pushesCalls')}, setting.pushes_calls),
      pushes_missed_calls = coalesce(${changed('pushesMissedCalls')}, setting.pushes_missed_calls),
      pushes_messages = coalesce(${changed('pushesMessages')}, setting.pushes_messages),
      pushes_voicemail = coalesce(${changed('pushesVoicemail')}, setting.pushes_voicemail)`.execute(database);
}

/** Notes that a user is told of a low balance. False when they were, and have not been above their mark since. */
export async function noteToldLow(tx: Transaction, told: { userId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into notices.told_low (user_id, told_at) values (${told.userId}, ${told.at})
    on conflict (user_id) do nothing returning user_id`.execute(tx);
  return rows.length > 0;
}

/** The balance is above these users' marks again: the next low one is told. */
export async function clearToldLow(tx: Transaction, userIds: string[]): Promise<void> {
  await sql`delete from notices.told_low where user_id = any (${userIds}::uuid[])`.execute(tx);
}

/** Below what each of these users wants to be told of a low balance, and whether they are told and it stayed there. */
export async function lowMarksOf(
  tx: Transaction,
  userIds: string[],
): Promise<Map<string, { lowBalanceMicros: Micros; isTold: boolean }>> {
  const { rows } = await sql<{ user_id: string; low_balance_micros: bigint | null; is_told: boolean }>`
    select asked.user_id, setting.low_balance_micros, told_low.user_id is not null as is_told
    from unnest(${userIds}::uuid[]) asked (user_id)
      left join notices.setting on setting.user_id = asked.user_id
      left join notices.told_low on told_low.user_id = asked.user_id`.execute(tx);
  return new Map(
    rows.map((row) => {
      const set = row.low_balance_micros;
      const lowBalanceMicros = set === null ? usualNoticeSettings.lowBalanceMicros : micros(set);
      return [row.user_id, { lowBalanceMicros, isTold: row.is_told }];
    }),
  );
}

/** Removes notices from before `before`, some at a time; gives how many. */
export async function forgetNotices(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'notices.notice', sql`at < ${before}`);
}

/** The facts were written by `insertNotice`, of the kind that stands beside them. */
const toNotice = (row: NoticeRow): StoredNotice => ({
  ...({ kind: row.kind, facts: row.facts } as Told),
  id: row.id,
  at: row.at,
  readAt: row.read_at,
});
