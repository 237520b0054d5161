import { type EndReason, type LostBecause, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { RatedNumber } from '../../rating/index.ts';
import type { CallProgress, EndedBy } from './call.ts';
import type { CallRecord, Direction, EndBecause } from './call-record.ts';
import type { Placer } from './placer.ts';

/** A row of `calls.call` as PostgreSQL gives it. */
export type CallRow = {
  id: string;
  account_id: string;
  user_id: string | null;
  payer_wallet_id: string;
  is_paid_by_trial: boolean;
  is_practice: boolean;
  placed_by: Placer['kind'];
  placer_id: string | null;
  direction: Direction;
  from_number: string | null;
  from_text: string | null;
  is_number_withheld: boolean;
  to_number: string;
  destination_prefix: string;
  country_code: string | null;
  destination_kind: RatedNumber['destination']['kind'];
  operator: string | null;
  rate_id: string | null;
  rate_table: string;
  rate_table_version: bigint;
  currency: string;
  per_minute_micros: bigint;
  connection_micros: bigint;
  minimum_seconds: number;
  first_seconds: number;
  next_seconds: number;
  quote_id: string | null;
  state: CallProgress['state'];
  initiated_at: Date;
  authorised_at: Date | null;
  ringing_at: Date | null;
  answered_at: Date | null;
  ended_at: Date | null;
  reason: EndReason | null;
  ended_by: EndedBy | null;
  sip_status: number | null;
  answered_seconds: number | null;
  cost_micros: bigint | null;
  hold_id: string | null;
  allowance_group: string | null;
  allowance_wallet_id: string | null;
  allowance_hold_id: string | null;
  allowance_seconds: number;
  granted_seconds: number | null;
  is_end_known: boolean;
  end_because: EndBecause | null;
  connection: string | null;
  connection_closed_at: Date | null;
  sip_call_id: string | null;
  from_tag: string | null;
  permission: string | null;
  to_tag: string | null;
  trunk: string | null;
  attempts: string;
  extend_at: Date | null;
  send_limit_at: Date | null;
  warn_at: Date | null;
  unblock_at: Date | null;
  look_at_media_at: Date | null;
  end_order_at: Date | null;
  ending_reason: EndReason | null;
  sound_lost_at: Date | null;
  sound_lost_because: LostBecause | null;
  forgiven_seconds: number;
  caller_heard_at: Date | null;
  callee_heard_at: Date | null;
  caller_packets_taken: number | null;
  callee_packets_taken: number | null;
  missing_since: Date | null;
  last_listed_at: Date | null;
};

/** The columns of a `CallRow`, by name: a prepared `select *` would break when a migration adds a column. */
export const callColumns = sql.raw(`
  call.id, call.account_id, call.user_id, call.payer_wallet_id, call.is_paid_by_trial,
  call.is_practice, call.placed_by, call.placer_id, call.direction, call.from_number, call.from_text,
  call.is_number_withheld, call.to_number,
  call.destination_prefix, call.country_code, call.destination_kind, call.operator, call.rate_id,
  call.rate_table, call.rate_table_version, call.currency, call.per_minute_micros, call.connection_micros,
  call.minimum_seconds, call.first_seconds, call.next_seconds, call.quote_id, call.state, call.initiated_at,
  call.authorised_at, call.ringing_at, call.answered_at, call.ended_at, call.reason, call.ended_by,
  call.sip_status, call.answered_seconds, call.cost_micros, call.hold_id, call.allowance_group, call.allowance_wallet_id,
  call.allowance_hold_id, call.allowance_seconds, call.granted_seconds,
  call.is_end_known, call.end_because, call.connection, call.connection_closed_at, call.sip_call_id, call.from_tag, call.to_tag,
  call.permission, call.trunk, call.attempts, call.extend_at, call.send_limit_at, call.warn_at, call.unblock_at,
  call.look_at_media_at, call.end_order_at, call.ending_reason, call.sound_lost_at, call.sound_lost_because,
  call.forgiven_seconds, call.caller_heard_at, call.callee_heard_at, call.caller_packets_taken, call.callee_packets_taken,
  call.missing_since, call.last_listed_at`);

/** The record that a row stands for. The table's checks guarantee what each state needs. */
export function toCallRecord(row: CallRow): CallRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    payerWalletId: row.payer_wallet_id,
    paidBy: row.is_paid_by_trial ? 'trial_credit' : 'money',
    isPractice: row.is_practice,
    placer: toPlacer(row),
    direction: row.direction,
    from: row.from_number,
    fromText: row.from_text,
    isNumberWithheld: row.is_number_withheld,
    to: row.to_number,
    rated: toRated(row),
    quoteId: row.quote_id,
    initiatedAt: row.initiated_at,
    progress: toProgress(row),
    charge:
      row.answered_seconds === null || row.cost_micros === null
        ? null
        : { answeredSeconds: row.answered_seconds, costMicros: row.cost_micros },
    holdId: row.hold_id,
    allowance:
      row.allowance_group === null || row.allowance_wallet_id === null
        ? null
        : {
            group: row.allowance_group,
            walletId: row.allowance_wallet_id,
            holdId: row.allowance_hold_id,
            seconds: row.allowance_seconds,
          },
    grantedSeconds: row.granted_seconds,
    isEndKnown: row.is_end_known,
    endBecause: row.end_because,
    connection: row.connection,
    connectionClosedAt: row.connection_closed_at,
    sipCallId: row.sip_call_id,
    permission: row.permission,
    fromTag: row.from_tag,
    toTag: row.to_tag,
    trunk: row.trunk,
    attempts: row.attempts,
    due: {
      extendAt: row.extend_at,
      sendGrantedEndAt: row.send_limit_at,
      warnAt: row.warn_at,
      unblockAt: row.unblock_at,
      lookAtMediaAt: row.look_at_media_at,
      endOrderAt: row.end_order_at,
    },
    decidedEnd: row.ending_reason === null ? null : { reason: row.ending_reason },
    lostSound:
      row.sound_lost_at === null || row.sound_lost_because === null
        ? null
        : { at: row.sound_lost_at, because: row.sound_lost_because },
    forgivenSeconds: row.forgiven_seconds,
    callerHeardAt: row.caller_heard_at,
    calleeHeardAt: row.callee_heard_at,
    callerPacketsTaken: row.caller_packets_taken,
    calleePacketsTaken: row.callee_packets_taken,
    missingSince: row.missing_since,
    lastListedAt: row.last_listed_at,
  };
}

function toPlacer({ placed_by: kind, placer_id: id, user_id: userId }: CallRow): Placer {
  // Whoever called in was once written down as the first user of who was called.
  return { kind, id, userId: kind === 'telephone' ? null : userId } as Placer;
}

function toRated(row: CallRow): RatedNumber {
  return {
    number: row.to_number,
    destination: {
      prefix: row.destination_prefix,
      countryCode: row.country_code,
      kind: row.destination_kind,
      operator: row.operator,
    },
    terms: {
      currency: row.currency,
      perMinuteMicros: micros(row.per_minute_micros),
      connectionMicros: micros(row.connection_micros),
      minimumSeconds: row.minimum_seconds,
      firstSeconds: row.first_seconds,
      nextSeconds: row.next_seconds,
    },
    rateId: row.rate_id,
    rateTable: row.rate_table,
    rateTableVersion: Number(row.rate_table_version),
  };
}

function toProgress(row: CallRow): CallProgress {
  const { authorised_at: authorisedAt, ringing_at: ringingAt, answered_at: answeredAt } = row;
  switch (row.state) {
    case 'initiated':
      return { state: 'initiated' };
    case 'authorised':
      return { state: 'authorised', authorisedAt: there(authorisedAt) };
    case 'ringing':
      return { state: 'ringing', authorisedAt: there(authorisedAt), ringingAt: there(ringingAt) };
    case 'answered':
      return { state: 'answered', authorisedAt: there(authorisedAt), ringingAt, answeredAt: there(answeredAt) };
    case 'ended':
      return {
        state: 'ended',
        authorisedAt,
        ringingAt,
        answeredAt,
        endedAt: there(row.ended_at),
        reason: there(row.reason),
        endedBy: there(row.ended_by),
        sipStatus: row.sip_status,
      };
  }
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error('calls.call has a row without a value that its state needs');
  return value;
}
