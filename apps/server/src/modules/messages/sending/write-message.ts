import { MESSAGE_LIMITS, type Money, parseDecimal } from '@farline/contracts';
import { newWork, type Work } from '../../../platform/work.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { messageTooLong, paymentOwed, priceChanged, recipientOptedOut } from '../record/messages-problems.ts';
import { findMessage } from '../record/messages-store.ts';
import { type PlannedMessage, planMessage } from './plan-message.ts';
import type { SendRequest } from './send-request.ts';
import { writeWithOthers } from './write-with-others.ts';

/**
 * Writes a message down to be sent, with all that it costs set aside. From then on it is never lost. Throws the Problem
 * that says why not: no such number, nobody to carry it, a recipient who asked for none, no credit, a limit. What is written already under the
 * id of its work is given as it is.
 */
export async function writeMessage(
  deps: MessagesDeps,
  request: SendRequest,
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<MessageRecord> {
  const written = mayBeDone ? await findMessage(deps.database, { id, accountId: request.accountId }) : null;
  if (written !== null) return written;
  const planned = await planSendable(deps, request);
  return await writeWithOthers(deps, { id, request, planned });
}

/** What a message would be, where nothing but money, limits and what looks like abuse stands in its way. Throws the Problem that does. */
export async function planSendable(deps: MessagesDeps, request: SendRequest): Promise<PlannedMessage> {
  const planned = await planMessage(deps, request);
  if (planned.segments.parts.length > MESSAGE_LIMITS.segments) throw messageTooLong(MESSAGE_LIMITS.segments);
  if (planned.sender.owes && request.answers === undefined) throw paymentOwed();
  if (isMoreExpensive(planned, request.pricePerSegment)) throw priceChanged();
  if (planned.conversation.isOptedOut && request.answers === undefined) throw recipientOptedOut();
  return planned;
}

function isMoreExpensive({ rate }: PlannedMessage, shown: Money | undefined): boolean {
  if (shown === undefined) return false;
  const shownMicros = parseDecimal(shown.amount);
  return shown.currency !== rate.currency || shownMicros === null || shownMicros < rate.perSegmentMicros;
}
