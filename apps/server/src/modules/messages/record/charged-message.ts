import type { Executor } from '../../../platform/database.ts';
import type { ChargedMessage } from '../../rating/index.ts';
import { findSettled } from './charged-messages-store.ts';

/** The message with what its price is made of; null: it never went to a carrier, or its price is not settled yet. */
export async function chargedMessage(db: Executor, id: string): Promise<ChargedMessage | null> {
  const found = await findSettled(db, id);
  if (found === null) return null;
  const { message, takenParts, keptParts } = found;
  const { paid, sentAt } = message;
  if (paid === null || paid.chargedMicros === null || sentAt === null) return null;
  const { perSegmentMicros, includedSegments, chargedMicros, returnedMicros } = paid;
  const paidSegments =
    perSegmentMicros === 0n
      ? Math.max(0, keptParts - includedSegments)
      : Number(BigInt(chargedMicros) / perSegmentMicros);
  return {
    id,
    accountId: message.accountId,
    from: message.number,
    to: message.peer,
    encoding: message.encoding,
    segments: message.segments,
    writtenAt: message.createdAt,
    acceptedAt: takenParts === 0 ? null : sentAt,
    isPractice: message.isPractice,
    rateId: paid.rateId,
    currency: paid.currency,
    perSegmentMicros,
    paidBy: paid.paidBy,
    includedSegments,
    paidSegments,
    chargedMicros,
    returnedMicros,
    returned: {
      includedSegments: paid.returnedIncluded,
      paidSegments: perSegmentMicros === 0n ? 0 : Number(BigInt(returnedMicros) / perSegmentMicros),
    },
  };
}
