import { RequestError } from './http.ts';

/**
 * The server said no, and keeps that answer under the request's key: a new try is a new intent, with a new key. After
 * anything else nobody knows whether the request took effect, and its key goes along again.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.outcome !== 'answered') return false;
  return error.status < 500 && error.code !== 'request_under_way';
}
