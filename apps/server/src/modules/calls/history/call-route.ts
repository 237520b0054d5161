import { OWN_VOICEMAIL, type RouteStep } from '@farline/contracts';
import { type Attempt, parseAttempts } from '../record/attempts.ts';
import type { CallRecord } from '../record/call-record.ts';
import { q850Cause } from '../record/end-reason.ts';

const REQUEST_TERMINATED = 487;

/** The trunks that a call was tried on, in order, and what each said. */
export function routeOf(call: CallRecord): RouteStep[] {
  if (call.to === OWN_VOICEMAIL) return [];
  const tried = parseAttempts(call.attempts).map(routeStep);
  const isKnown = call.trunk === null || tried.some((step) => step.trunk === call.trunk);
  if (isKnown) return tried;
  // The engine lists what trunks said with the answer or the failure: until then one is known by its ringing.
  const isAnswered = 'answeredAt' in call.progress && call.progress.answeredAt !== null;
  return [...tried, isAnswered ? routeStep({ trunk: call.trunk ?? '', status: 200 }) : trying(call.trunk ?? '')];
}

const trying = (trunk: string): RouteStep => ({
  trunk,
  outcome: 'trying',
  sipStatus: null,
  sipPhrase: null,
  q850Cause: null,
});

function routeStep({ trunk, status }: Attempt): RouteStep {
  if (status === 'timeout') return { ...trying(trunk), outcome: 'no_sign', q850Cause: q850Cause(408) };
  return {
    trunk,
    outcome: outcomeOf(status),
    sipStatus: status,
    sipPhrase: PHRASES[status] ?? null,
    q850Cause: q850Cause(status),
  };
}

function outcomeOf(status: number): RouteStep['outcome'] {
  if (status < 200) return 'trying';
  if (status < 300) return 'answered';
  return status === REQUEST_TERMINATED ? 'cancelled' : 'refused';
}

/** RFC 3261 §21, RFC 8197, RFC 8688. */
const PHRASES: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  415: 'Unsupported Media Type',
  420: 'Bad Extension',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  485: 'Ambiguous',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  513: 'Message Too Large',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
  607: 'Unwanted',
  608: 'Rejected',
};
