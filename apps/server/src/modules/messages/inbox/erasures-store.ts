// Erasing the messages of closed accounts. Each step is a statement of its own.
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';

/** Notes that the messages of these accounts are to be erased. */
export async function askErasure(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`insert into messages.erasure (account_id) select unnest(${accountIds}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Accounts whose messages are still to be erased, those first that have waited longest; at most 100. */
export async function accountsToErase(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from messages.erasure order by asked_at, account_id limit 100`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Deletes the words of the next messages of an account, at most so many; false: there were none left. */
export async function eraseWords(database: Database, wanted: { accountId: string; most: number }): Promise<boolean> {
  const { accountId, most } = wanted;
  const { rows } = await sql`
    with next as (
      select id from messages.message
      where account_id = ${accountId} and id > (select erased_up_to from messages.erasure where account_id = ${accountId})
      order by id limit ${most}),
    words as (update messages.message set body = '' from next where message.id = next.id and body <> ''),
    searched as (delete from messages.searched_text using next where message_id = next.id)
    update messages.erasure set erased_up_to = last.id
    from (select id from next order by id desc limit 1) last
    where account_id = ${accountId} returning account_id`.execute(database);
  return rows.length > 0;
}

/** Deletes people of an account's inbox, at most so many; false: there were none left. */
export async function eraseThreads(database: Database, wanted: { accountId: string; most: number }): Promise<boolean> {
  const { rows } = await sql`
    delete from messages.thread where account_id = ${wanted.accountId} and peer in (
      select peer from messages.thread where account_id = ${wanted.accountId} limit ${wanted.most})
    returning peer`.execute(database);
  return rows.length > 0;
}

/** Nothing of the account is left to be erased. */
export async function endErasure(database: Database, accountId: string): Promise<void> {
  await sql`delete from messages.erasure where account_id = ${accountId}`.execute(database);
}
