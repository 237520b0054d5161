import type { Route } from './define-route.ts';
import type { RefusalCode } from './refusals.ts';

const BY_ANY = ['busy', 'internal_error'] as const;
const BY_WHAT_IS_SENT = ['invalid_request'] as const;
const BY_BODY = ['invalid_request', 'invalid_json', 'body_too_large', 'unsupported_media_type'] as const;
const BY_FILE = ['file_too_large'] as const;
const BY_PARAMS = ['invalid_request', 'not_found'] as const;
const BY_USER = ['unauthorized'] as const;
/** Whoever is signed in has so many requests, whatever they ask for. */
const BY_RATE_LIMIT = ['too_many_requests'] as const;
const BY_PROOF = ['proof_needed'] as const;
const BY_KEY = ['idempotency_key_invalid', 'idempotency_key_reused', 'request_under_way'] as const;
const BY_CONFIRMATION = ['email_unconfirmed'] as const;

/** What a route may refuse with by what else is said of it: nobody lists it. */
export function sharedRefusalsOf(route: Omit<Route, 'refusals'>): RefusalCode[] {
  const isCounted = route.access !== 'anyone' || route.perAccount !== undefined || route.perClient !== undefined;
  const isForUsers = route.access === 'user' || route.access === 'proved_user';
  return [
    ...new Set<RefusalCode>([
      ...BY_ANY,
      ...(route.query === undefined ? [] : BY_WHAT_IS_SENT),
      // Whoever sends a body is told that it is wrong, also where none is asked for.
      ...(route.name.startsWith('GET ') ? [] : BY_BODY),
      ...(route.takesFile ? BY_FILE : []),
      ...(route.params === undefined ? [] : BY_PARAMS),
      ...(isForUsers ? BY_USER : []),
      ...(route.access === 'proved_user' ? BY_PROOF : []),
      ...(route.isIdempotent ? BY_KEY : []),
      ...(route.isConfirmedOnly ? BY_CONFIRMATION : []),
      ...(isCounted ? BY_RATE_LIMIT : []),
    ]),
  ];
}

/** Every code that a route may refuse with: its own, and those that the rest of its description says. */
export function refusalsOf(route: Route): RefusalCode[] {
  return [...(route.refusals ?? []), ...sharedRefusalsOf(route)];
}
