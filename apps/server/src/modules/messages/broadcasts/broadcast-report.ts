import { type BroadcastRecipient, micros, recipientStatus, toMoney } from '@farline/contracts';
import { CSV_START, csvLine } from '../../../platform/csv.ts';
import type { Executor } from '../../../platform/database.ts';
import { type BroadcastRecord, textFor } from './broadcast.ts';
import { reportRecipients, type ReportedRecipient } from './recipients-store.ts';

const AT_ONCE = 500;

const COLUMNS = ['line', 'number', 'status', 'reason', 'segments', 'cost', 'currency', 'sent', 'delivered', 'message'];

/** A recipient as pages are shown them. */
export function viewOfRecipient(broadcast: BroadcastRecord, row: ReportedRecipient): BroadcastRecipient {
  const { line, segments, messageId } = row;
  return {
    line,
    segments,
    messageId,
    number: row.peer ?? row.typed,
    status: recipientStatus.parse(row.messageState ?? row.state),
    reason: row.reason ?? row.messageReason,
    text: textFor(broadcast, row.fields),
    cost: costOf(row),
  };
}

function costOf({ segments, state, perSegment, currency, ...sent }: ReportedRecipient): BroadcastRecipient['cost'] {
  if (state === 'sent' && sent.charged !== null)
    return toMoney(micros(sent.charged - (sent.returned ?? 0n)), sent.messageCurrency ?? '');
  if (state !== 'waiting' || perSegment === null || currency === null) return null;
  return toMoney(micros(BigInt(segments) * perSegment), currency);
}

/** Every recipient of a broadcast, in the order of the file, piece by piece. */
export async function* everyRecipientOf(db: Executor, broadcastId: string): AsyncGenerator<ReportedRecipient> {
  for (let after = 0; ; ) {
    const found = await reportRecipients(db, { broadcastId, leftOutOnly: false, after, most: AT_ONCE });
    yield* found;
    after = found.at(-1)?.line ?? after;
    if (found.length < AT_ONCE) return;
  }
}

/** The same as a CSV file; instants are UTC. */
export async function* reportOf(db: Executor, broadcast: BroadcastRecord): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const row of everyRecipientOf(db, broadcast.id)) {
    const { line, number, status, reason, segments, cost, messageId } = viewOfRecipient(broadcast, row);
    const isDelivered = status === 'delivered';
    yield csvLine([
      ...[line, number, status, reason, segments, cost?.amount ?? null, cost?.currency ?? null],
      row.sentAt?.toISOString() ?? null,
      isDelivered ? (row.endedAt?.toISOString() ?? null) : null,
      messageId,
    ]);
  }
}
