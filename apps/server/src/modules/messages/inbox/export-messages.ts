import { CSV_START, csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database.ts';
import { type MessageRecord, viewOfMessage } from '../record/message-record.ts';
import { messagesBefore } from '../record/messages-store.ts';

const AT_ONCE = 1_000;

const COLUMNS = [
  'created',
  'direction',
  'number',
  'peer',
  'contact',
  'text',
  'status',
  'reason',
  'segments',
  'encoding',
  'sent',
  'delivered',
  'price',
  'currency',
  'practice',
  'id',
];

/** Every message of an account, newest first, piece by piece. */
export async function* everyMessageOf(database: Database, accountId: string): AsyncGenerator<MessageRecord> {
  let before: string | null = null;
  for (;;) {
    const found = await messagesBefore(database, { accountId, peers: null, before, most: AT_ONCE });
    yield* found;
    before = found.at(-1)?.id ?? null;
    if (found.length < AT_ONCE) return;
  }
}

/** The same as a CSV file; instants are UTC. `names`: who has which number. */
export async function* exportMessages(
  database: Database,
  accountId: string,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const record of everyMessageOf(database, accountId)) yield lineOf(record, names);
}

function lineOf(record: MessageRecord, names: ReadonlyMap<string, string>): string {
  const message = viewOfMessage(record);
  return csvLine([
    message.createdAt,
    message.direction,
    message.number,
    message.peer,
    names.get(message.peer) ?? null,
    message.text,
    message.status,
    message.reason,
    message.segments,
    message.encoding,
    message.sentAt,
    message.deliveredAt,
    message.cost?.amount ?? null,
    message.cost?.currency ?? null,
    String(message.isPractice),
    message.id,
  ]);
}
