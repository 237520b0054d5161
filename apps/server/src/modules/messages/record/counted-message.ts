import type { CountedMessage } from '@farline/contracts';
import type { MessageRecord } from './message-record.ts';

type Spent = { sentAt: Date | null; chargedMicros: bigint; returnedMicros: bigint };

/** The facts of a message for whoever sums messages up. `spent`: as it is now, where the record is older than that. */
export function countedMessage(message: MessageRecord, spent: Spent = spentOn(message)): CountedMessage {
  const { peer, createdAt, paid } = message;
  // Trial credit is no money: nothing was spent.
  const isMoney = paid?.paidBy === 'money';
  return {
    direction: paid === null ? 'inbound' : 'outbound',
    peer,
    at: (spent.sentAt ?? createdAt).toISOString(),
    chargedMicros: (isMoney ? spent.chargedMicros : 0n).toString(),
    returnedMicros: (isMoney ? spent.returnedMicros : 0n).toString(),
  };
}

/** Of a message that was settled, or came in. */
function spentOn({ sentAt, paid }: MessageRecord): Spent {
  return { sentAt, chargedMicros: paid?.chargedMicros ?? 0n, returnedMicros: paid?.returnedMicros ?? 0n };
}
