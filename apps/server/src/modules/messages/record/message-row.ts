import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { MessageRecord } from './message-record.ts';

/** A message as its row has it. */
export type MessageRow = {
  id: string;
  account_id: string;
  user_id: string | null;
  number: string;
  peer: string;
  body: string;
  encoding: MessageRecord['encoding'];
  segments: number;
  state: MessageRecord['state'];
  reason: MessageRecord['reason'];
  is_practice: boolean;
  currency: string | null;
  per_segment: bigint | null;
  rate_id: string | null;
  paid_by: 'money' | 'trial_credit' | null;
  payer_wallet_id: string | null;
  hold_id: string | null;
  allowance_hold_id: string | null;
  included_segments: number;
  charged: bigint | null;
  returned: bigint;
  returned_included: number;
  refused_by: string[];
  tries: number;
  answers: string | null;
  broadcast_id: string | null;
  code_of: string | null;
  created_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
};

const COLUMNS = [
  'id',
  'account_id',
  'user_id',
  'number',
  'peer',
  'body',
  'encoding',
  'segments',
  'state',
  'reason',
  'is_practice',
  'currency',
  'per_segment',
  'rate_id',
  'paid_by',
  'payer_wallet_id',
  'hold_id',
  'allowance_hold_id',
  'included_segments',
  'charged',
  'returned',
  'returned_included',
  'refused_by',
  'tries',
  'answers',
  'broadcast_id',
  'code_of',
  'created_at',
  'sent_at',
  'ended_at',
] as const satisfies readonly (keyof MessageRow)[];

export const messageColumns = sql.raw(COLUMNS.join(', '));

/** The columns of a message that is joined as `last`, beside those of something else. */
export const lastMessageColumns = sql.raw(COLUMNS.map((name) => `last.${name} as last_${name}`).join(', '));

type LastColumn = `last_${(typeof COLUMNS)[number]}`;
export type LastMessageRow = Record<LastColumn, unknown> & { last_id: string | null };

/** The message of such columns; null: none was joined. */
export function toLastMessage(row: LastMessageRow): MessageRecord | null {
  if (row.last_id === null) return null;
  return toMessage(Object.fromEntries(COLUMNS.map((name) => [name, row[`last_${name}`]])) as MessageRow);
}

/** The message of a row. */
export function toMessage(row: MessageRow): MessageRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    number: row.number,
    peer: row.peer,
    text: row.body,
    encoding: row.encoding,
    segments: row.segments,
    state: row.state,
    reason: row.reason,
    isPractice: row.is_practice,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    refusedBy: row.refused_by,
    tries: row.tries,
    answers: row.answers,
    broadcastId: row.broadcast_id,
    codeOf: row.code_of,
    paid: paidOf(row),
  };
}

function paidOf(row: MessageRow): MessageRecord['paid'] {
  const { currency, per_segment: perSegment, paid_by: paidBy, payer_wallet_id: payerWalletId } = row;
  if (currency === null || perSegment === null || paidBy === null || payerWalletId === null) return null;
  return {
    currency,
    perSegmentMicros: micros(perSegment),
    rateId: row.rate_id,
    paidBy,
    payerWalletId,
    holdId: row.hold_id,
    allowanceHoldId: row.allowance_hold_id,
    includedSegments: row.included_segments,
    chargedMicros: row.charged === null ? null : micros(row.charged),
    returnedMicros: micros(row.returned),
    returnedIncluded: row.returned_included,
  };
}

/** A new message as JSON of its columns; whole numbers that may be long as text. */
export function toInsertedRow(message: MessageRecord) {
  const { id, accountId, userId, paid, number, peer, text, encoding, segments, state, isPractice } = message;
  return {
    id,
    account_id: accountId,
    user_id: userId,
    direction: paid === null ? 'inbound' : 'outbound',
    number,
    peer,
    body: text,
    encoding,
    segments,
    state,
    is_practice: isPractice,
    currency: paid?.currency ?? null,
    per_segment: paid?.perSegmentMicros.toString() ?? null,
    rate_id: paid?.rateId ?? null,
    paid_by: paid?.paidBy ?? null,
    payer_wallet_id: paid?.payerWalletId ?? null,
    hold_id: paid?.holdId ?? null,
    allowance_hold_id: paid?.allowanceHoldId ?? null,
    included_segments: paid?.includedSegments ?? 0,
    answers: message.answers,
    broadcast_id: message.broadcastId,
    code_of: message.codeOf,
    created_at: message.createdAt,
  };
}
