import type { TimelineEntry } from '@farline/contracts';
import type { CallRecord } from '../record/call-record.ts';
import type { CallStep } from '../record/call-steps-store.ts';
import type { CallTransfer } from '../transfer/transfers-store.ts';
import { reasonText } from './reason-text.ts';

/** What happened to a call, in order: from the request to the end, with who did each thing and why it ended. */
export function timelineOf(call: CallRecord, steps: CallStep[], transfer: CallTransfer | null = null): TimelineEntry[] {
  const { progress } = call;
  const authorisedAt = 'authorisedAt' in progress ? progress.authorisedAt : null;
  const ringingAt = 'ringingAt' in progress ? progress.ringingAt : null;
  const answeredAt = 'answeredAt' in progress ? progress.answeredAt : null;
  const entries: (TimelineEntry | false)[] = [
    { event: 'dialled', at: iso(call.initiatedAt), by: 'caller' },
    // Who is called needs nobody's leave.
    call.direction === 'outbound' &&
      authorisedAt !== null && { event: 'allowed', at: iso(authorisedAt), by: 'farline' },
    ringingAt !== null && { event: 'rang', at: iso(ringingAt), by: 'callee' },
    answeredAt !== null && { event: 'answered', at: iso(answeredAt), by: 'callee' },
    ...steps.map(stepEntry),
    transfer !== null && transferEntry(transfer),
    progress.state === 'ended' && {
      event: 'ended',
      at: iso(progress.endedAt),
      by: progress.endedBy,
      reason: progress.reason,
      reasonText: reasonText({
        reason: progress.reason,
        hasRung: ringingAt !== null,
        isAnswered: answeredAt !== null,
        direction: call.direction,
        isForward: call.placer.kind === 'forward',
      }),
    },
  ];
  // The server and the engine have a clock each: an order that cannot be is not shown.
  return entries.filter((entry) => entry !== false).toSorted((one, other) => rank(one) - rank(other));
}

const RANK: Record<TimelineEntry['event'], number> = {
  dialled: 0,
  allowed: 1,
  rang: 2,
  takes_over: 1,
  answered: 3,
  transferred: 4,
  extended: 4,
  warned: 4,
  ended: 5,
};
const rank = (entry: TimelineEntry) => RANK[entry.event];

function stepEntry(step: CallStep): TimelineEntry {
  const at = iso(step.at);
  return step.kind === 'extended'
    ? { event: 'extended', at, by: 'farline', grantedSeconds: step.seconds }
    : { event: 'warned', at, by: 'farline', secondsLeft: step.seconds };
}

function transferEntry({ role, callId, number, askedAt, joinedAt }: CallTransfer): TimelineEntry | false {
  if (role === 'placed') return { event: 'takes_over', at: iso(askedAt), by: 'caller', from: number, callId };
  return joinedAt !== null && { event: 'transferred', at: iso(joinedAt), by: 'caller', to: number, callId };
}

const iso = (at: Date) => at.toISOString();
