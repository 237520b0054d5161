import type { CountedMessage } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { countedMessage } from './counted-message.ts';
import { messageColumns, type MessageRow, toMessage } from './message-row.ts';

type Counted = { id: string; accountId: string; facts: CountedMessage };

/**
 * The messages of all accounts before the message `before`, newest first, at most `most` looked at: those that came in, and those of
 * which a carrier took something, with their facts. `next` is the last one looked at; null when there was none left.
 */
export async function countedMessagesBefore(
  database: Executor,
  wanted: { before: string; most: number },
): Promise<{ messages: Counted[]; next: string | null }> {
  const { rows } = await sql<MessageRow & { is_counted: boolean }>`
    select ${messageColumns}, direction = 'inbound' or settled_at is not null and (
        charged > 0 or included_segments > 0 or exists (
          select from messages.part
          where message_id = message.id and part.state in ('accepted', 'delivered', 'undelivered'))) as is_counted
    from messages.message where id < ${wanted.before} order by id desc limit ${wanted.most}`.execute(database);
  const messages = rows
    .filter((row) => row.is_counted)
    .map(toMessage)
    .map((message) => ({ id: message.id, accountId: message.accountId, facts: countedMessage(message) }));
  return { messages, next: rows.at(-1)?.id ?? null };
}
