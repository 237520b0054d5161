import type { Call as CallView, CallStatus, EndReason } from '@farline/contracts';

export type EndedBy = NonNullable<CallView['endedBy']>;

/** How far a call has come. Instants are the engine's, to the millisecond. */
export type CallProgress =
  | { state: 'initiated' }
  | { state: 'authorised'; authorisedAt: Date }
  | { state: 'ringing'; authorisedAt: Date; ringingAt: Date }
  | { state: 'answered'; authorisedAt: Date; ringingAt: Date | null; answeredAt: Date }
  | EndedProgress;

export type EndedProgress = {
  state: 'ended';
  authorisedAt: Date | null;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date;
  reason: EndReason;
  endedBy: EndedBy;
  /** Of an unanswered call: the status that ended it. */
  sipStatus: number | null;
};

export type CallEvent =
  | { type: 'allowed'; at: Date }
  | { type: 'ringing'; at: Date }
  | { type: 'answered'; at: Date }
  /** `answeredAt` comes with the end too, because the answer itself may come late or never. */
  | {
      type: 'ended';
      at: Date;
      answeredAt: Date | null;
      reason: EndReason;
      endedBy: EndedBy;
      sipStatus: number | null;
    };

/**
 * The call after the event; the very same object when the event changes nothing. Events may come late, twice or in any
 * order: an ended call never changes, and nothing goes backwards.
 */
export function applyCallEvent(call: CallProgress, event: CallEvent): CallProgress {
  if (call.state === 'ended') return call;
  switch (event.type) {
    case 'allowed':
      return call.state === 'initiated' ? { state: 'authorised', authorisedAt: event.at } : call;
    case 'ringing':
      return call.state === 'authorised'
        ? { state: 'ringing', authorisedAt: call.authorisedAt, ringingAt: event.at }
        : call;
    case 'answered':
      if (call.state === 'initiated' || call.state === 'answered') return call;
      return {
        state: 'answered',
        authorisedAt: call.authorisedAt,
        ringingAt: call.state === 'ringing' ? call.ringingAt : null,
        answeredAt: event.at,
      };
    case 'ended':
      return end(call, event);
  }
}

function end(call: Exclude<CallProgress, EndedProgress>, event: Extract<CallEvent, { type: 'ended' }>): EndedProgress {
  const answeredAt = call.state === 'answered' ? call.answeredAt : event.answeredAt;
  return {
    state: 'ended',
    authorisedAt: call.state === 'initiated' ? null : call.authorisedAt,
    ringingAt: call.state === 'ringing' || call.state === 'answered' ? call.ringingAt : null,
    answeredAt,
    // A call cannot end before its answer, whatever two clocks say.
    endedAt: answeredAt !== null && event.at < answeredAt ? answeredAt : event.at,
    // Cancelling came too late for a call that was answered meanwhile.
    reason: answeredAt !== null && event.reason === 'cancelled' ? 'ended_by_request' : event.reason,
    endedBy: event.endedBy,
    sipStatus: answeredAt === null ? event.sipStatus : null,
  };
}

/**
 * The seconds that an ended call is charged for: whole, rounded up, from the answer to the end, and never more than
 * were granted. 0 for a call that was never answered.
 */
export function answeredSeconds(call: EndedProgress, grantedSeconds: number | null): number {
  if (call.answeredAt === null) return 0;
  const seconds = Math.ceil((call.endedAt.getTime() - call.answeredAt.getTime()) / 1000);
  return Math.min(seconds, grantedSeconds ?? seconds);
}

/** The status that the API shows. */
export function callStatus(call: CallProgress): CallStatus {
  switch (call.state) {
    case 'initiated':
    case 'authorised':
      return 'initiated';
    case 'ringing':
      return 'ringing';
    case 'answered':
      return 'in-progress';
    case 'ended':
      if (call.answeredAt !== null) return 'completed';
      return call.reason === 'cancelled' || call.reason === 'ended_by_request' ? 'cancelled' : 'failed';
  }
}
