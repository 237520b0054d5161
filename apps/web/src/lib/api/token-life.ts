import type { StoredToken } from './session-token.ts';

/**
 * A token that has just come, as this browser keeps it. How long it lasts, its own claims say (RFC 7519 §4.1); when that is over this browser's
 * clock tells, counted from `fromMs`: what the server's clock showed meanwhile may be hours away from it.
 */
export function tokenToKeep(
  { token, expiresAt }: { token: string; expiresAt: string },
  fromMs: number = Date.now(),
): StoredToken {
  const { iat, exp } = claimsOf(token);
  const isSaid = typeof iat === 'number' && typeof exp === 'number';
  return { token, expiresAtMs: isSaid ? fromMs + (exp - iat) * 1000 : Date.parse(expiresAt) };
}

/** Whose token it says it is; null where that cannot be read. */
export function subjectOf(token: string): string | null {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : null;
}

/** What a JWT says of itself. What cannot be read says nothing. */
function claimsOf(token: string): { sub?: unknown; iat?: unknown; exp?: unknown } {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return Object(JSON.parse(atob(base64))) as object;
  } catch {
    return {};
  }
}
