// Erasing the messages of closed accounts. Each step is a statement of its own.
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';

/** Notes that the messages of these accounts are to be erased. */
export async function askErasure(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`insert into messages.erasure (account_id) select unnest(${accountIds}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Accounts whose messages are to be erased now, those first that have waited longest; at most 100. */
export async function accountsToErase(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from messages.erasure where due_at <= now() order by asked_at, account_id limit 100`.execute(db);
  return rows.map((row) => row.account_id);
}

/** What stands for a number that was erased: it is none, and no name. */
export const ERASED_NUMBER = '+';

/**
 * Deletes the words of the next messages of an account, and the numbers of those that are settled or came in, at most so many; false: there were
 * none left. What was paid stays, and the rate, which has the country.
 */
export async function eraseWords(database: Database, wanted: { accountId: string; most: number }): Promise<boolean> {
  const { accountId, most } = wanted;
  const { rows } = await sql`
    with next as (
      select id, direction = 'inbound' or settled_at is not null as is_over from messages.message
      where account_id = ${accountId} and id > (select erased_up_to from messages.erasure where account_id = ${accountId})
      order by id limit ${most}),
    erased as (
      update messages.message set body = '', number = case when is_over then ${ERASED_NUMBER} else number end,
        peer = case when is_over then ${ERASED_NUMBER} else peer end
      from next where message.id = next.id and (body <> '' or is_over and peer <> ${ERASED_NUMBER})),
    searched as (delete from messages.searched_text using next where message_id = next.id)
    update messages.erasure set erased_up_to = last.id,
      left_after = coalesce(left_after, case when exists (select from next where not is_over) then erased_up_to end)
    from (select id from next order by id desc limit 1) last
    where account_id = ${accountId} returning account_id`.execute(database);
  return rows.length > 0;
}

/** Puts off what is left of an account, where messages were not settled yet; false: nothing is left. */
export async function putOffErasure(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update messages.erasure set erased_up_to = left_after, left_after = null, due_at = now() + interval '1 hour'
    where account_id = ${accountId} and left_after is not null returning account_id`.execute(database);
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
