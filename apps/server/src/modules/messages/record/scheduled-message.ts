import { type Micros, type ScheduledMessage, toMoney } from '@farline/contracts';

/** A message that waits for its time, as the database has it. */
export type ScheduledRecord = {
  id: string;
  accountId: string;
  userId: string;
  /** The account's number, and the other side. */
  number: string;
  peer: string;
  text: string;
  encoding: ScheduledMessage['encoding'];
  segments: number;
  /** What was shown for a segment. */
  currency: string;
  perSegmentMicros: Micros;
  sendAt: Date;
  timeZone: string | null;
  createdAt: Date;
  /** Counts its changes. */
  version: number;
} & (
  | { state: 'scheduled' }
  | { state: 'failed'; reason: string; reasonText: string }
  | { state: 'sent'; messageId: string }
);

/** The same as pages are shown it. */
export function viewOfScheduled(scheduled: ScheduledRecord): ScheduledMessage {
  const { id, number, peer, text, timeZone, encoding, segments, state } = scheduled;
  return {
    id,
    number,
    peer,
    text,
    timeZone,
    encoding,
    segments,
    status: state,
    reason: state === 'failed' ? scheduled.reason : null,
    reasonText: state === 'failed' ? scheduled.reasonText : null,
    sendAt: scheduled.sendAt.toISOString(),
    pricePerSegment: toMoney(scheduled.perSegmentMicros, scheduled.currency),
    messageId: state === 'sent' ? scheduled.messageId : null,
    createdAt: scheduled.createdAt.toISOString(),
  };
}
