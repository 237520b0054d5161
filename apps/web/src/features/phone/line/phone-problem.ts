import type { EndReason } from '@farline/contracts/calls';
import { EMERGENCY_SENTENCE } from '@farline/contracts/numbers/emergency-numbers';
import { RequestError } from '../../../lib/api/http.ts';
import { limitStop } from '../../../lib/calls/limit-path.ts';
import { translateProblem, translateSentence } from '../../../lib/language/i18n.ts';
import { phoneText } from '../../../texts/phone.ts';
import type { SipEnd } from './sip-client.ts';

const KINDS = [
  'microphone_refused',
  'no_microphone',
  'microphone_busy',
  'insecure_origin',
  'no_network',
  'engine_unavailable',
  'busy',
  'out_of_credit',
  'price_changed',
  'email_unconfirmed',
  'destination_closed',
  'limit',
  'number_refused',
  'number_emergency',
  'other_tab',
  'too_many_calls',
  'signed_out',
  'no_sound',
  'sound_lost',
  'failed',
] as const;

export type ProblemKind = (typeof KINDS)[number];

/** Why no call came about: a kind with its own plain sentence and way out, and the server's sentence where it gave one. */
export interface PhoneProblem {
  kind: ProblemKind;
  serverSentence: string | null;
}

export const OUT_OF_CREDIT: PhoneProblem = { kind: 'out_of_credit', serverSentence: null };
export const EMAIL_UNCONFIRMED: PhoneProblem = { kind: 'email_unconfirmed', serverSentence: null };

/** What the server says of a number that calls for help: said here whether or not it can be asked. */
export function emergencyProblem(): PhoneProblem {
  const serverSentence = translateProblem({ code: 'number_emergency', message: EMERGENCY_SENTENCE });
  return { kind: 'number_emergency', serverSentence };
}

/** The problem as one sentence of the page's language. */
export function sentenceOfProblem({ kind, serverSentence }: PhoneProblem): string {
  return serverSentence === null ? phoneText.say(`problem_${kind}`) : translateSentence(serverSentence);
}

/** Thrown on the way to a call. */
export class PhoneRefusal extends Error {
  override readonly name = 'PhoneRefusal';
  readonly problem: PhoneProblem;

  constructor(refused: ProblemKind | PhoneProblem) {
    const problem = typeof refused === 'string' ? { kind: refused, serverSentence: null } : refused;
    super(problem.kind);
    this.problem = problem;
  }
}

/** The problem behind anything thrown on the way to a call. */
export function problemOf(error: unknown): PhoneProblem {
  if (error instanceof PhoneRefusal) return error.problem;
  if (!(error instanceof RequestError)) return { kind: 'failed', serverSentence: null };
  if (error.outcome !== 'answered') return { kind: 'no_network', serverSentence: null };
  return { kind: kindOf(error), serverSentence: error.serverMessage };
}

const NEVER_PLACED = ['engine_unavailable', 'out_of_credit'] as const;

/** The problem that a call record's reason stands for, where something stood in the call's way; null for ordinary endings. */
export function problemOfReason(reason: EndReason | null): ProblemKind | null {
  const stop = limitStop(reason);
  if (stop !== null) return stop === 'destination' ? 'destination_closed' : 'limit';
  return NEVER_PLACED.find((kind) => kind === reason) ?? null;
}

function kindOf({ code, status, fieldErrors }: RequestError): ProblemKind {
  const named = KINDS.find((kind) => kind === code);
  if (named !== undefined) return named;
  if (status === 401) return 'signed_out';
  if (status === 402) return 'out_of_credit';
  if (status === 503) return 'engine_unavailable';
  return code.includes('number') || code.includes('destination') || 'to' in fieldErrors ? 'number_refused' : 'failed';
}

/** With what the engine says that itself, or the server behind it, cannot do its part. */
const ENGINE_REASONS = new Set(['engine_unavailable', 'server_silent', 'media_unavailable']);

/** What kept this browser from the engine; null: it was reached. */
export function whyUnreached(end: SipEnd): ProblemKind | null {
  if (end.is === 'cut-off') return 'no_network';
  if (end.is === 'unreachable') return navigator.onLine ? 'engine_unavailable' : 'no_network';
  return null;
}

/** What the record cannot know: that this browser never reached the engine, or could not set up its sound. */
export function problemOfEnd(end: SipEnd): ProblemKind | null {
  const unreached = whyUnreached(end);
  if (unreached !== null) return unreached;
  if (end.is === 'no-media') return 'no_sound';
  if (end.is === 'soundless') return end.since === 'later' ? 'sound_lost' : 'no_sound';
  if (end.is !== 'refused' || end.status !== 503) return null;
  if (end.reason === 'overloaded') return 'busy';
  // Another 503 is a carrier's, or says that all lines are in use: the record tells it.
  return end.reason !== null && ENGINE_REASONS.has(end.reason) ? 'engine_unavailable' : null;
}
