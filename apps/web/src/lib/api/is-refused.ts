import { RequestError } from './http.ts';

/** Sign in again, took too long, too many requests: such an answer is not kept under a key. */
const PUTS_OFF: readonly number[] = [401, 408, 429];

/**
 * The server said no, and keeps that answer under the request's key: a new try is a new intent, with a new key. After
 * anything else nobody knows whether the request, or a try before it, took effect, and its key goes along again: so after what only puts it off.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.outcome !== 'answered') return false;
  return error.status < 500 && !PUTS_OFF.includes(error.status) && error.code !== 'request_under_way';
}
