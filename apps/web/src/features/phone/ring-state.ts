import type { Call } from '@farline/contracts/calls';
import type { ProblemKind } from './line/phone-problem.ts';

/** A call that comes in and is not talked on yet. */
export interface RingingCall {
  /** The id of its record. */
  id: string;
  /** Who calls, E.164; null where the number is not shown. */
  number: string | null;
  /** Its caller can be sent to voicemail. */
  hasVoicemail: boolean;
  /** Null until the server has told of it. */
  record: Call | null;
  state: 'ringing' | 'answering';
  /** Why the last try to answer came to nothing; it rings on. */
  problem: ProblemKind | null;
}

export type RingEvent =
  | { type: 'rang'; id: string; number: string | null; hasVoicemail: boolean }
  | { type: 'record'; call: Call }
  | { type: 'answering'; id: string }
  | { type: 'refused'; id: string; problem: ProblemKind }
  /** It rings here no more, for whatever reason. */
  | { type: 'gone'; id: string };

/** The calls that ring, the oldest first, after the event. What comes late or twice changes nothing. */
export function nextRinging(calls: readonly RingingCall[], event: RingEvent): readonly RingingCall[] {
  switch (event.type) {
    case 'rang':
      if (calls.some((call) => call.id === event.id)) return calls;
      return [...calls, ringingOf(event)];
    case 'record':
      return isOver(calls, event.call)
        ? without(calls, event.call.id)
        : changed(calls, event.call.id, (call) => ({ ...call, record: event.call }));
    case 'answering':
      // One at a time: a second press on Answer, or one for another call, waits for the first.
      if (calls.some((call) => call.state === 'answering')) return calls;
      return changed(calls, event.id, (call) => ({ ...call, state: 'answering', problem: null }));
    case 'refused':
      return changed(calls, event.id, (call) =>
        call.state === 'answering' ? { ...call, state: 'ringing', problem: event.problem } : call,
      );
    case 'gone':
      return without(calls, event.id);
  }
}

const ringingOf = ({ id, number, hasVoicemail }: Extract<RingEvent, { type: 'rang' }>): RingingCall => ({
  id,
  number,
  hasVoicemail,
  record: null,
  state: 'ringing',
  problem: null,
});

/** Whether the record says that nobody is to be asked any more: it has ended, or was answered elsewhere. */
function isOver(calls: readonly RingingCall[], { id, answeredAt, endedAt }: Call): boolean {
  const isAnswering = calls.some((call) => call.id === id && call.state === 'answering');
  return endedAt !== null || (answeredAt !== null && !isAnswering);
}

function changed(
  calls: readonly RingingCall[],
  id: string,
  change: (call: RingingCall) => RingingCall,
): readonly RingingCall[] {
  const next = calls.map((call) => (call.id === id ? change(call) : call));
  return next.some((call, place) => call !== calls[place]) ? next : calls;
}

function without(calls: readonly RingingCall[], id: string): readonly RingingCall[] {
  return calls.some((call) => call.id === id) ? calls.filter((call) => call.id !== id) : calls;
}
