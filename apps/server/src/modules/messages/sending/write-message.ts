import { MESSAGE_LIMITS, type Money, parseDecimal } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { messageTooLong, paymentOwed, priceChanged, recipientOptedOut } from '../record/messages-problems.ts';
import { type NewMessage, type PlannedMessage, planMessage } from './plan-message.ts';
import { writeWithOthers } from './write-with-others.ts';

/** A request with who makes it; `spender`: whose limits count where no user sends. */
export type SendRequest = NewMessage & {
  userId: string | null;
  spender: string;
  /** What the sender was shown for a segment. */
  pricePerSegment?: Money | undefined;
  /** The message with a keyword that this one answers: also to somebody who wants no other. */
  answers?: string;
  /** The broadcast that it is a part of. It stands in its thread, and does not bring that to the top of the inbox. */
  broadcastId?: string;
  /** The verification whose code stands where `HIDDEN_CODE` is in the text. */
  codeOf?: string;
  /** Notes in the same transaction what the message is written for; what it throws undoes the message. */
  note?: (tx: Transaction, messageId: string) => Promise<void>;
};

/**
 * Writes a message down to be sent, with all that it costs set aside. From then on it is never lost. Throws the Problem
 * that says why not: no such number, nobody to carry it, a recipient who asked for none, no credit, a limit.
 */
export async function writeMessage(deps: MessagesDeps, request: SendRequest): Promise<MessageRecord> {
  return await writeWithOthers(deps, { request, planned: await planSendable(deps, request) });
}

/** What a message would be, where nothing but money, limits and what looks like abuse stands in its way. Throws the Problem that does. */
export async function planSendable(deps: MessagesDeps, request: SendRequest): Promise<PlannedMessage> {
  const planned = await planMessage(deps, request);
  if (planned.segments.parts.length > MESSAGE_LIMITS.segments) throw messageTooLong(MESSAGE_LIMITS.segments);
  if (planned.sender.owes) throw paymentOwed();
  if (isDearer(planned, request.pricePerSegment)) throw priceChanged();
  if (planned.conversation.isOptedOut && request.answers === undefined) throw recipientOptedOut();
  return planned;
}

function isDearer({ rate }: PlannedMessage, shown: Money | undefined): boolean {
  if (shown === undefined) return false;
  const shownMicros = parseDecimal(shown.amount);
  return shown.currency !== rate.currency || shownMicros === null || shownMicros < rate.perSegmentMicros;
}
