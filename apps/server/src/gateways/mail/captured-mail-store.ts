import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

export type CapturedMail = { id: string; at: Date; to: string; subject: string; text: string };

const MOST_KEPT = 500;

/** Keeps a mail; of more than 500 the oldest goes. */
export async function captureMail(database: Database, mail: Omit<CapturedMail, 'id'>): Promise<void> {
  await sql`insert into mail.captured (id, at, recipient, subject, text)
    values (${newId(mail.at)}, ${mail.at}, ${mail.to}, ${mail.subject}, ${mail.text})`.execute(database);
  await sql`delete from mail.captured where id in (
    select id from mail.captured order by at desc, id desc offset ${MOST_KEPT})`.execute(database);
}

/** The newest mails, newest first, at most 100; to one address, if it is named. */
export async function capturedMails(database: Database, to: string | null): Promise<CapturedMail[]> {
  const { rows } = await sql<CapturedMail>`
    select id, at, recipient as "to", subject, text from mail.captured
    where ${to}::text is null or lower(recipient) = lower(${to})
    order by at desc, id desc limit 100`.execute(database);
  return rows;
}
