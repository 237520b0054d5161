import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Language, spokenLanguage } from '../../../platform/languages.ts';
import type { AddressLetterKind, LetterKind } from '../../mail/index.ts';

/** Every kind of letter that is kept. */
export type WrittenKind = LetterKind | AddressLetterKind | 'notice';

/** A letter that this server has taken for sending. `user` is null for an address that nobody has. */
export type DueLetter = {
  id: string;
  content: { kind: LetterKind | AddressLetterKind } | { kind: 'notice'; subject: string; body: string };
  recipient: string;
  user: { id: string; firstName: string; email: string; isConfirmed: boolean; language: Language } | null;
  createdAt: Date;
  attempts: number;
};

/** Puts a letter to a user in the queue, in the transaction of what it tells. */
export async function writeLetter(
  tx: Transaction,
  letter: { kind: LetterKind | AddressLetterKind; userId: string; recipient: string; at: Date },
): Promise<void> {
  await sql`insert into accounts.letter (id, kind, user_id, recipient, created_at, due_at)
    values (${newId(letter.at)}, ${letter.kind}, ${letter.userId}, ${letter.recipient}, ${letter.at}, ${letter.at})`.execute(
    tx,
  );
}

/** Puts a notice to a user in the queue, to the address that they have then, in the transaction of what it tells. */
export async function writeNotice(
  tx: Transaction,
  letter: { userId: string; subject: string; body: string; at: Date },
): Promise<void> {
  await sql`insert into accounts.letter (id, kind, user_id, recipient, subject, body, created_at, due_at)
    select ${newId(letter.at)}, 'notice', id, email, ${letter.subject}, ${letter.body}, ${letter.at}, ${letter.at}
    from accounts.user where id = ${letter.userId}`.execute(tx);
}

/** Puts a reset letter in the queue: one statement, the same for an address that nobody has or that is closed. */
export async function writeResetLetter(database: Executor, letter: { recipient: string; at: Date }): Promise<void> {
  await sql`insert into accounts.letter (id, kind, user_id, recipient, created_at, due_at)
    values (${newId(letter.at)}, 'password_reset',
      (select u.id from accounts.user u join accounts.account a on a.id = u.account_id
       where lower(u.email) = lower(${letter.recipient}) and a.state <> 'closed'),
      ${letter.recipient}, ${letter.at}, ${letter.at})`.execute(database);
}

/** Takes the letters that are due; they come again at `againAt` unless their sending is recorded. */
export async function takeDueLetters(
  database: Executor,
  take: { most: number; now: Date; againAt: Date },
): Promise<DueLetter[]> {
  const { rows } = await sql<{
    id: string;
    kind: WrittenKind;
    recipient: string;
    subject: string | null;
    body: string | null;
    user_id: string | null;
    first_name: string | null;
    email: string | null;
    is_confirmed: boolean;
    language: string | null;
    created_at: Date;
    attempts: number;
  }>`
    with due as (
      select id from accounts.letter
      where sent_at is null and abandoned_at is null and due_at <= ${take.now}
      order by due_at limit ${take.most} for update skip locked
    ), taken as (
      update accounts.letter l set attempts = attempts + 1, due_at = ${take.againAt}
      from due where l.id = due.id
      returning l.id, l.kind, l.recipient, l.subject, l.body, l.user_id, l.created_at, l.attempts
    )
    select taken.id, taken.kind, taken.recipient, taken.subject, taken.body, u.id as user_id, u.first_name, u.email,
      u.email_confirmed_at is not null as is_confirmed, a.language,
      taken.created_at, taken.attempts
    from taken left join accounts.user u on u.id = taken.user_id left join accounts.account a on a.id = u.account_id
    order by taken.created_at`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    content:
      row.kind === 'notice' ? { kind: row.kind, subject: row.subject ?? '', body: row.body ?? '' } : { kind: row.kind },
    recipient: row.recipient,
    user:
      row.user_id === null || row.first_name === null || row.email === null
        ? null
        : {
            id: row.user_id,
            firstName: row.first_name,
            email: row.email,
            isConfirmed: row.is_confirmed,
            language: spokenLanguage(row.language ?? ''),
          },
    createdAt: row.created_at,
    attempts: row.attempts,
  }));
}

/** The letter is sent: it does not come again. */
export async function markSent(database: Executor, letter: { id: string; at: Date }): Promise<void> {
  await sql`update accounts.letter set sent_at = ${letter.at}, last_error = null where id = ${letter.id}`.execute(
    database,
  );
}

/** The letter could not be sent and comes again at `dueAt`, or never again (null). */
export async function markFailed(
  database: Executor,
  letter: { id: string; at: Date; dueAt: Date | null; error: string },
): Promise<void> {
  await sql`update accounts.letter set last_error = ${letter.error},
      due_at = coalesce(${letter.dueAt}, due_at),
      abandoned_at = case when ${letter.dueAt}::timestamptz is null then ${letter.at}::timestamptz end
    where id = ${letter.id}`.execute(database);
}

/** The letter is not sent at all, and does not come again. */
export async function markDropped(
  database: Executor,
  letter: { id: string; at: Date; because: string },
): Promise<void> {
  await sql`update accounts.letter set abandoned_at = ${letter.at}, last_error = ${letter.because}
    where id = ${letter.id}`.execute(database);
}

/** Removes letters that were sent or given up before `before`. */
export async function forgetLetters(database: Executor, before: Date): Promise<void> {
  await sql`delete from accounts.letter where coalesce(sent_at, abandoned_at) < ${before}`.execute(database);
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
