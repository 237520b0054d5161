import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { senderNumberSql } from '../../numbers/index.ts';
import type { SenderName } from '../record/sender-names.ts';

/** A conversation that a message, practice or not, is to be a part of; `name`: under which it is to be sent, whichever case it is asked for in. */
export type AskedConversation = { accountId: string; peer: string; name: string | null; isPractice: boolean };

/** What was said before, as far as it matters to what is said next. */
export type Conversation = {
  /** Nothing was ever written with them, in a broadcast either, which doesn't bring its thread to the top. */
  isFirst: boolean;
  isOptedOut: boolean;
  isBlocked: boolean;
  /** The number that it goes by: of its newest message, while it is the account's and can be used so. */
  number: string | null;
  /** The name, if the account may write under it. */
  allowedName: SenderName | null;
};

type ConversationRow = Omit<Conversation, 'allowedName'> & {
  name: string | null;
  registeredIn: string[] | null;
};

/** Conversations in the order in which they are asked for, in one round trip. */
export async function findConversations(db: Executor, asked: readonly AskedConversation[]): Promise<Conversation[]> {
  if (asked.length === 0) return [];
  const column = <Value>(valueOf: (one: AskedConversation) => Value) => asked.map(valueOf);
  const { rows } = await sql<ConversationRow>`
    select thread.last_message_id is null and newest.number = '' as "isFirst", thread.opted_out_at is not null as "isOptedOut",
      thread.blocked_at is not null as "isBlocked", named.name, named.registered_in as "registeredIn",
      ${senderNumberSql(sql`asked.account_id`, sql`newest.number`, sql`not asked.is_practice`)} as number
    from unnest((select ${column(({ accountId }) => accountId)}::uuid[]), (select ${column(({ peer }) => peer)}::text[]),
        (select ${column(({ name }) => name)}::text[]), (select ${column(({ isPractice }) => isPractice)}::boolean[]))
      with ordinality as asked (account_id, peer, name, is_practice, place)
    left join messages.thread on thread.account_id = asked.account_id and thread.peer = asked.peer
    cross join lateral (
      select coalesce((select number from messages.message
        where account_id = asked.account_id and peer = asked.peer order by id desc limit 1), '') as number offset 0) newest
    left join lateral (
      select name, registered_in from messages.sender_name
      where account_id = asked.account_id and lower(name) = lower(asked.name) order by name limit 1) named on true
    order by asked.place`.execute(db);
  return rows.map(({ name, registeredIn, ...row }) => ({
    ...row,
    allowedName: name === null ? null : { name, registeredIn: registeredIn ?? [] },
  }));
}
