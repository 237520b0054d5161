import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';
import { newId } from '../../../platform/ids.ts';
import { type Language, spokenLanguage } from '../../../platform/languages.ts';
import type { AccountMailKind, AddressMailKind } from '../../mail/index.ts';

/** Every kind of mail that the queue keeps; `notice` is any whose words are given. */
export type MailKind = AccountMailKind | AddressMailKind | 'notice';

/** A mail that this server has taken for sending. `user` is null for an address that nobody has. */
export type DueMail = {
  id: string;
  content:
    | { kind: AccountMailKind | AddressMailKind }
    | { kind: 'notice'; subject: string; body: string; voicemailId: string | null; isWarning: boolean };
  recipient: string;
  user: {
    id: string;
    accountId: string;
    firstName: string;
    email: string;
    isConfirmed: boolean;
    isClosed: boolean;
    language: Language;
  } | null;
  createdAt: Date;
  attempts: number;
};

/** Puts a mail that is composed when it is sent in the queue, in the transaction of what it tells. */
export async function queueAccountMail(
  tx: Transaction,
  mail: { kind: AccountMailKind | AddressMailKind; userId: string; recipient: string; at: Date },
): Promise<void> {
  await sql`insert into accounts.letter (id, kind, user_id, recipient, created_at, due_at)
    values (${newId(mail.at)}, ${mail.kind}, ${mail.userId}, ${mail.recipient}, ${mail.at}, ${mail.at})`.execute(tx);
}

/**
 * Puts a mail whose words are given in the queue, to the address of now of its user, in the transaction of what it tells. `namesSomebody`: it is about
 * another person; `isWarning`: of what somebody else may have done in the account, and nothing else keeps it from its place.
 */
export async function queueMail(
  tx: Transaction,
  mail: {
    userId: string;
    subject: string;
    body: string;
    voicemailId?: string | null;
    namesSomebody?: boolean;
    isWarning?: boolean;
    at: Date;
    id?: string;
    notBefore?: Date;
  },
): Promise<void> {
  const { userId, subject, body, voicemailId = null, namesSomebody = false, isWarning = false, at } = mail;
  const { id = newId(at), notBefore = at } = mail;
  await sql`
    insert into accounts.letter
      (id, kind, user_id, recipient, subject, body, voicemail_id, names_somebody, is_warning, created_at, due_at)
    select ${id}, 'notice', id, email, ${subject}, ${body}, ${voicemailId}::uuid, ${namesSomebody}, ${isWarning},
      ${at}, ${notBefore}
    from accounts.user where id = ${userId}`.execute(tx);
}

/** Takes mails back that are not sent yet. */
export async function takeMailsBack(tx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from accounts.letter where id = any (${ids}::uuid[]) and sent_at is null`.execute(tx);
}

/** Deletes the mails to users that name somebody: what was sent, and what waits, which is not sent then. */
export async function deleteNamingMails(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await sql`delete from accounts.letter where user_id = any (${userIds}::uuid[]) and names_somebody`.execute(tx);
}

/** Puts a reset mail in the queue: one statement, the same for an address that nobody has or that is closed. */
export async function queueResetMail(database: Executor, mail: { recipient: string; at: Date }): Promise<void> {
  await sql`insert into accounts.letter (id, kind, user_id, recipient, created_at, due_at)
    values (${newId(mail.at)}, 'password_reset',
      (select u.id from accounts.user u join accounts.account a on a.id = u.account_id
       where lower(u.email) = lower(${mail.recipient}) and a.state <> 'closed'),
      ${mail.recipient}, ${mail.at}, ${mail.at})`.execute(database);
}

/** What somebody waits for, or must know, goes first; then what strangers may have asked for, and then what can wait. */
const TURN = sql`case when kind in ('confirm_email', 'confirm_new_email') then 1
  when kind = 'notice' and not is_warning then 2 else 0 end`;

/** Takes the mails that are due; they come again at `againAt` unless their sending is recorded. */
export async function takeDueMails(
  database: Executor,
  take: { most: number; now: Date; againAt: Date },
): Promise<DueMail[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select id from accounts.letter
      where sent_at is null and abandoned_at is null and due_at <= ${take.now}
      order by ${TURN}, due_at limit ${take.most} for update skip locked
    ), taken as (
      update accounts.letter l set attempts = attempts + 1, due_at = ${take.againAt}
      from due where l.id = due.id
      returning l.id, l.kind, l.recipient, l.subject, l.body, l.voicemail_id, l.is_warning, l.user_id, l.created_at, l.attempts
    )
    select taken.id, taken.kind, taken.recipient, taken.subject, taken.body, taken.voicemail_id,
      taken.is_warning, u.id as user_id, u.account_id, u.first_name, u.email,
      u.email_confirmed_at is not null as is_confirmed, a.state = 'closed' as is_closed, a.language,
      taken.created_at, taken.attempts
    from taken left join accounts.user u on u.id = taken.user_id left join accounts.account a on a.id = u.account_id
    order by taken.created_at`.execute(database);
  return rows.map(dueMail);
}

type DueRow = {
  id: string;
  kind: MailKind;
  recipient: string;
  subject: string | null;
  body: string | null;
  voicemail_id: string | null;
  is_warning: boolean;
  user_id: string | null;
  account_id: string | null;
  first_name: string | null;
  email: string | null;
  is_confirmed: boolean;
  is_closed: boolean;
  language: string | null;
  created_at: Date;
  attempts: number;
};

function dueMail(row: DueRow): DueMail {
  return {
    id: row.id,
    content:
      row.kind === 'notice'
        ? {
            kind: row.kind,
            subject: row.subject ?? '',
            body: row.body ?? '',
            voicemailId: row.voicemail_id,
            isWarning: row.is_warning,
          }
        : { kind: row.kind },
    recipient: row.recipient,
    user:
      row.user_id === null || row.account_id === null || row.first_name === null || row.email === null
        ? null
        : {
            id: row.user_id,
            accountId: row.account_id,
            firstName: row.first_name,
            email: row.email,
            isConfirmed: row.is_confirmed,
            isClosed: row.is_closed,
            language: spokenLanguage(row.language ?? ''),
          },
    createdAt: row.created_at,
    attempts: row.attempts,
  };
}

/** The mail is sent: it does not come again. */
export async function markSent(database: Executor, mail: { id: string; at: Date }): Promise<void> {
  await sql`update accounts.letter set sent_at = ${mail.at}, last_error = null where id = ${mail.id}`.execute(database);
}

/** The mail could not be sent and comes again at `dueAt`, or never again (null). */
export async function markFailed(
  database: Executor,
  mail: { id: string; at: Date; dueAt: Date | null; error: string },
): Promise<void> {
  await sql`update accounts.letter set last_error = ${mail.error},
      due_at = coalesce(${mail.dueAt}, due_at),
      abandoned_at = case when ${mail.dueAt}::timestamptz is null then ${mail.at}::timestamptz end
    where id = ${mail.id}`.execute(database);
}

/** The mail waits for something: it comes again at `dueAt`, as if it had not been tried. */
export async function putOff(database: Executor, mail: { id: string; dueAt: Date }): Promise<void> {
  await sql`update accounts.letter set due_at = ${mail.dueAt}, attempts = attempts - 1
    where id = ${mail.id}`.execute(database);
}

/** The mail is not sent at all, and does not come again. */
export async function markDropped(database: Executor, mail: { id: string; at: Date; because: string }): Promise<void> {
  await sql`update accounts.letter set abandoned_at = ${mail.at}, last_error = ${mail.because}
    where id = ${mail.id}`.execute(database);
}

/** Removes mails that were sent or given up before `before`, some at a time; gives how many. */
export async function forgetMails(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'accounts.letter', sql`coalesce(sent_at, abandoned_at) < ${before}`);
}

/** How a user is written to: the language of the account, as a BCP 47 tag, its time zone, and whether it is closed. */
export async function addresseeOf(
  database: Executor,
  userId: string,
): Promise<{ language: string; timeZone: string; isClosed: boolean }> {
  const { rows } = await sql<{ language: string; time_zone: string; is_closed: boolean }>`
    select a.language, a.time_zone, a.state = 'closed' as is_closed from accounts.user u join accounts.account a on a.id = u.account_id
    where u.id = ${userId}`.execute(database);
  const row = rows[0];
  return { language: row?.language ?? 'en', timeZone: row?.time_zone ?? 'UTC', isClosed: row?.is_closed ?? false };
}

/** The language of a user, as a BCP 47 tag; English for one that is gone. */
export async function languageOfUser(database: Executor, userId: string): Promise<string> {
  return (await addresseeOf(database, userId)).language;
}
