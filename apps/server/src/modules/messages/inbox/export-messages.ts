import { CSV_START, csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database.ts';
import { type MessageRecord, viewOfMessage } from '../record/message-record.ts';
import type { MessageRouteDeps } from '../record/messages-deps.ts';
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
  for await (const page of pagesOf(database, accountId)) yield* page;
}

/** The same as a CSV file, with the names of whom they are to and from; instants are UTC. */
export async function* exportMessages(
  { database, namesOfNumbers }: Pick<MessageRouteDeps, 'database' | 'namesOfNumbers'>,
  accountId: string,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const page of pagesOf(database, accountId)) {
    const names = await namesOfNumbers(database, accountId, [...new Set(page.map(({ peer }) => peer))]);
    for (const record of page) yield lineOf(record, names);
  }
}

async function* pagesOf(database: Database, accountId: string): AsyncGenerator<MessageRecord[]> {
  let before: string | null = null;
  for (;;) {
    const page: MessageRecord[] = await messagesBefore(database, { accountId, peers: null, before, most: AT_ONCE });
    yield page;
    before = page.at(-1)?.id ?? null;
    if (page.length < AT_ONCE) return;
  }
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
