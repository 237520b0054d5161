import { type Message, type MessageReason, type MessageStatus, type Micros, micros, toMoney } from '@farline/contracts';
import { type PaidBy, paidByView } from '../../rating/index.ts';

/** A message as the database has it. */
export type MessageRecord = {
  id: string;
  accountId: string;
  /** Who sent it; null: it came in, or answers for the account. */
  userId: string | null;
  /** The account's number, and the other side. */
  number: string;
  peer: string;
  text: string;
  encoding: Message['encoding'];
  segments: number;
  state: MessageStatus;
  reason: MessageReason | null;
  isPractice: boolean;
  createdAt: Date;
  sentAt: Date | null;
  endedAt: Date | null;
  /** Carriers that have refused it. */
  refusedBy: string[];
  tries: number;
  /** The message with a keyword that this one answers. */
  answers: string | null;
  /** The broadcast that it is a part of. */
  broadcastId: string | null;
  /** The verification whose code it carries: `withCode` puts it in the place of `HIDDEN_CODE` when it is sent. */
  codeOf: string | null;
  /** Null: it came in. */
  paid: Paid | null;
};

/** What a message costs, and who pays. Frozen when it is written. */
export type Paid = {
  currency: string;
  perSegmentMicros: Micros;
  rateId: string | null;
  paidBy: PaidBy;
  payerWalletId: string;
  holdId: string | null;
  allowanceHoldId: string | null;
  /** Held of the plan's messages; once it is settled, used of them. */
  includedSegments: number;
  /** Null: it is not settled. */
  chargedMicros: Micros | null;
  returnedMicros: Micros;
  /** Of the plan's messages that it used. */
  returnedIncluded: number;
};

/** Segments that the plan's messages pay for, and what the rest of them costs. */
export function splitSegments(
  segments: number,
  includedSegments: number,
  perSegmentMicros: Micros,
): { includedSegments: number; costMicros: Micros } {
  const included = Math.min(segments, includedSegments);
  return { includedSegments: included, costMicros: micros(BigInt(segments - included) * perSegmentMicros) };
}

const REASONS: Record<MessageReason, string> = {
  refused: 'The carrier refused this message, or a part of it. What it refused costs you nothing.',
  unreachable_carrier: 'No carrier could be reached. The message wasn’t sent and cost you nothing.',
  undeliverable: 'The carrier took this message and couldn’t deliver it. What it took is charged.',
  expired:
    'The recipient couldn’t be reached in time. What wasn’t delivered costs you nothing: any charge for it has been given back.',
  unanswered:
    'The line to the carrier broke while it was sent: it may have arrived. It isn’t sent twice, and only what the carrier confirms within two days is charged.',
  account_closed: 'The account was closed before this message was sent. It cost you nothing.',
  opted_out: 'The recipient asked for no more messages before this one was sent. It cost you nothing.',
};

/** The message as pages are shown it. */
export function viewOfMessage(message: MessageRecord): Message {
  const { paid } = message;
  const money = (amount: Micros) => toMoney(amount, paid?.currency ?? '');
  return {
    id: message.id,
    direction: paid === null ? 'inbound' : 'outbound',
    number: message.number,
    peer: message.peer,
    text: message.text,
    status: message.state,
    reason: message.reason,
    reasonText: message.reason === null ? null : REASONS[message.reason],
    encoding: message.encoding,
    segments: message.segments,
    pricePerSegment: paid === null ? null : money(paid.perSegmentMicros),
    includedSegments: paid?.includedSegments ?? 0,
    cost: paid === null || paid.chargedMicros === null ? null : money(micros(paid.chargedMicros - paid.returnedMicros)),
    paidBy: paid === null ? null : paidByView(paid.paidBy),
    broadcastId: message.broadcastId,
    isPractice: message.isPractice,
    createdAt: message.createdAt.toISOString(),
    sentAt: message.sentAt?.toISOString() ?? null,
    deliveredAt: message.state === 'delivered' ? (message.endedAt?.toISOString() ?? null) : null,
  };
}
