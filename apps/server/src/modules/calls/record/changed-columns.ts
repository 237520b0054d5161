import type { CallRecord } from './call-record.ts';

export type ColumnValue = string | number | bigint | boolean | Date | null;

/** The columns of `calls.call` in which two states of a call differ, with their new values. */
export function changedColumns(before: CallRecord, after: CallRecord): [column: string, value: ColumnValue][] {
  const was = columnsOf(before);
  return Object.entries(columnsOf(after)).filter(([column, value]) => !isSame(was[column as Column], value));
}

type Column = keyof ReturnType<typeof columnsOf>;

/** What may change about a call. */
function columnsOf(call: CallRecord) {
  const { progress, due } = call;
  const ended = progress.state === 'ended' ? progress : null;
  return {
    is_number_withheld: call.isNumberWithheld,
    payer_wallet_id: call.payerWalletId,
    is_paid_by_trial: call.paidBy === 'trial_credit',
    is_practice: call.isPractice,
    quote_id: call.quoteId,
    state: progress.state,
    authorised_at: progress.state === 'initiated' ? null : progress.authorisedAt,
    ringing_at: 'ringingAt' in progress ? progress.ringingAt : null,
    answered_at: 'answeredAt' in progress ? progress.answeredAt : null,
    ended_at: ended?.endedAt ?? null,
    reason: ended?.reason ?? null,
    ended_by: ended?.endedBy ?? null,
    sip_status: ended?.sipStatus ?? null,
    answered_seconds: call.charge?.answeredSeconds ?? null,
    cost_micros: call.charge?.costMicros ?? null,
    hold_id: call.holdId,
    allowance_hold_id: call.allowance?.holdId ?? null,
    allowance_seconds: call.allowance?.seconds ?? 0,
    granted_seconds: call.grantedSeconds,
    is_end_known: call.isEndKnown,
    end_because: call.endBecause,
    connection: call.connection,
    connection_closed_at: call.connectionClosedAt,
    sip_call_id: call.sipCallId,
    from_tag: call.fromTag,
    permission: call.permission,
    to_tag: call.toTag,
    trunk: call.trunk,
    attempts: call.attempts,
    extend_at: due.extendAt,
    send_limit_at: due.sendGrantedEndAt,
    warn_at: due.warnAt,
    unblock_at: due.unblockAt,
    look_at_media_at: due.lookAtMediaAt,
    end_order_at: due.endOrderAt,
    ending_reason: call.decidedEnd?.reason ?? null,
    sound_lost_at: call.lostSound?.at ?? null,
    sound_lost_because: call.lostSound?.because ?? null,
    forgiven_seconds: call.forgivenSeconds,
    caller_heard_at: call.callerHeardAt,
    callee_heard_at: call.calleeHeardAt,
    caller_packets_taken: call.callerPacketsTaken,
    callee_packets_taken: call.calleePacketsTaken,
    missing_since: call.missingSince,
    last_listed_at: call.lastListedAt,
  } satisfies Record<string, ColumnValue>;
}

function isSame(one: ColumnValue, other: ColumnValue): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
