import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { SenderName } from './sender-names.ts';

type Whose = { accountId: string; name: string };

/** The names that an account may write under, in their order; at most 1,000. */
export async function senderNamesOf(db: Executor, accountId: string): Promise<SenderName[]> {
  const { rows } = await sql<SenderName>`select name, registered_in as "registeredIn" from messages.sender_name
    where account_id = ${accountId} order by name limit 1000`.execute(db);
  return rows;
}

/** Lets an account write under a name, which is registered in these countries; one that it has is changed. */
export async function allowSenderName(
  db: Executor,
  { accountId, name, registeredIn, at }: Whose & SenderName & { at: Date },
): Promise<void> {
  await sql`insert into messages.sender_name (account_id, name, registered_in, allowed_at)
    values (${accountId}, ${name}, ${registeredIn}, ${at})
    on conflict (account_id, name) do update set registered_in = excluded.registered_in`.execute(db);
}

/** It may no more. False: it could not. */
export async function forbidSenderName(db: Executor, { accountId, name }: Whose): Promise<boolean> {
  const { rows } = await sql`delete from messages.sender_name
    where account_id = ${accountId} and name = ${name} returning name`.execute(db);
  return rows.length > 0;
}

/** Deletes all names of an account. */
export async function eraseSenderNames(db: Executor, accountId: string): Promise<void> {
  await sql`delete from messages.sender_name where account_id = ${accountId}`.execute(db);
}
