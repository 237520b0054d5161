import type { Call } from '@farline/contracts/calls';
import type { PhoneProblem, ProblemKind } from './line/phone-problem.ts';

/** The phone of this tab. At most one call. */
export type PhoneState =
  | { state: 'idle'; refused: RefusedCall | null }
  | { state: 'starting'; number: string; waitsFor: 'microphone' | 'server' }
  | { state: 'calling'; call: Call; hears: 'nothing' | 'ringing' | 'network' }
  | { state: 'talking'; call: Call; answeredAtMs: number; signalling: 'connected' | 'lost' }
  | { state: 'ended'; call: Call; talkedSeconds: number; problem: ProblemKind | null; note: 'none' | 'reloaded' };

/** A call that did not come about: the number that was wanted, which is not always the one in the number field, and why. */
export interface RefusedCall {
  number: string;
  problem: PhoneProblem;
}

export type PhoneEvent =
  | { type: 'dialled'; number: string }
  | { type: 'microphone-opened' }
  | { type: 'refused'; problem: PhoneProblem }
  | { type: 'placed'; call: Call }
  | { type: 'ringing' }
  | { type: 'early-media' }
  | { type: 'answered'; atMs: number }
  /** A call that came in was answered in this tab. */
  | { type: 'picked-up'; call: Call; atMs: number }
  | { type: 'signalling'; signalling: 'connected' | 'lost' }
  | { type: 'over'; atMs: number; problem: ProblemKind | null }
  /** The server's newest word on a call. */
  | { type: 'record'; call: Call }
  | { type: 'found-after-reload'; call: Call }
  | { type: 'cleared' };

export const IDLE: PhoneState = { state: 'idle', refused: null };

/** The phone after the event. What comes late or out of order changes nothing. */
export function nextPhoneState(phone: PhoneState, event: PhoneEvent): PhoneState {
  switch (event.type) {
    case 'dialled':
      return phone.state === 'idle' || phone.state === 'ended'
        ? { state: 'starting', number: event.number, waitsFor: 'microphone' }
        : phone;
    case 'microphone-opened':
      return phone.state === 'starting' ? { ...phone, waitsFor: 'server' } : phone;
    case 'refused':
      return phone.state === 'starting'
        ? { state: 'idle', refused: { number: phone.number, problem: event.problem } }
        : phone;
    case 'placed':
      return phone.state === 'starting' ? { state: 'calling', call: event.call, hears: 'nothing' } : phone;
    case 'ringing':
      return phone.state === 'calling' && phone.hears === 'nothing' ? { ...phone, hears: 'ringing' } : phone;
    case 'early-media':
      return phone.state === 'calling' ? { ...phone, hears: 'network' } : phone;
    case 'answered':
      return phone.state === 'calling'
        ? { state: 'talking', call: phone.call, answeredAtMs: event.atMs, signalling: 'connected' }
        : phone;
    case 'picked-up':
      return phone.state === 'idle' || phone.state === 'ended'
        ? { state: 'talking', call: event.call, answeredAtMs: event.atMs, signalling: 'connected' }
        : phone;
    case 'signalling':
      return phone.state === 'talking' ? { ...phone, signalling: event.signalling } : phone;
    case 'over':
      return over(phone, event);
    case 'record':
      return withRecord(phone, event.call);
    case 'found-after-reload':
      return phone.state === 'idle'
        ? { state: 'ended', call: event.call, talkedSeconds: event.call.duration, problem: null, note: 'reloaded' }
        : phone;
    case 'cleared':
      return phone.state === 'ended' || phone.state === 'idle' ? IDLE : phone;
  }
}

/** Whether a call holds the phone: the microphone is open, or about to be. */
export function isBusy(phone: PhoneState): boolean {
  return phone.state === 'starting' || phone.state === 'calling' || phone.state === 'talking';
}

/** Answered seconds up to now, rounded up as they are billed; 0 without an answer. */
export function talkedSeconds(phone: PhoneState, nowMs: number): number {
  if (phone.state === 'talking') return Math.max(0, Math.ceil((nowMs - phone.answeredAtMs) / 1000));
  return phone.state === 'ended' ? phone.talkedSeconds : 0;
}

/** The word that stands on the phone's root, for people who test it and for styles. */
export function stateWord(phone: PhoneState): 'idle' | 'starting' | 'calling' | 'ringing' | 'in-call' | 'ended' {
  if (phone.state === 'calling') return phone.hears === 'nothing' ? 'calling' : 'ringing';
  return phone.state === 'talking' ? 'in-call' : phone.state;
}

function over(phone: PhoneState, event: { atMs: number; problem: ProblemKind | null }): PhoneState {
  if (phone.state === 'starting') return IDLE;
  if (phone.state !== 'calling' && phone.state !== 'talking') return phone;
  return {
    state: 'ended',
    call: phone.call,
    talkedSeconds: talkedSeconds(phone, event.atMs),
    problem: event.problem,
    note: 'none',
  };
}

/** A record of another call, or an older one of this call, changes nothing. */
function withRecord(phone: PhoneState, record: Call): PhoneState {
  if (phone.state === 'idle' || phone.state === 'starting' || phone.call.id !== record.id) return phone;
  if (phone.call.endedAt !== null && record.endedAt === null) return phone;
  if (phone.state === 'ended')
    return { ...phone, call: record, talkedSeconds: record.endedAt === null ? phone.talkedSeconds : record.duration };
  return { ...phone, call: record };
}
