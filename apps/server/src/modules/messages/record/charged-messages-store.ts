import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { MessageRecord } from './message-record.ts';
import { messageColumns, type MessageRow, toMessage } from './message-row.ts';

/** A message whose price is settled, how many of its parts a carrier took, and how many of them it kept; or null. */
export async function findSettled(
  db: Executor,
  id: string,
): Promise<{ message: MessageRecord; takenParts: number; keptParts: number } | null> {
  const { rows } = await sql<MessageRow & { taken: number; kept: number }>`
    select ${messageColumns}, parts.taken, parts.kept
    from messages.message cross join lateral (
      select count(*) filter (where part.state in ('accepted', 'delivered', 'undelivered'))::integer as kept,
        count(*) filter (where part.state in ('accepted', 'delivered', 'undelivered', 'expired', 'rejected'))::integer as taken
      from messages.part where message_id = message.id) parts
    where id = ${id} and settled_at is not null`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { message: toMessage(row), takenParts: row.taken, keptParts: row.kept };
}
