import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';

/** Warns where a carrier counts other segments than we charge: the price stays, and somebody has to find out why. */
export function compareSegments(
  { log }: Pick<MessagesDeps, 'log'>,
  message: Pick<MessageRecord, 'id' | 'segments'>,
  { bind, segments: theirs }: { bind: string; segments?: number },
): void {
  const { id: messageId, segments: ours } = message;
  if (theirs === undefined || theirs === ours) return;
  log.warn({ messageId, bind, ours, theirs }, 'a carrier counts other segments of a message than we charge');
}
