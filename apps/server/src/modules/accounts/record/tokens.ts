import { createHmac, randomBytes } from 'node:crypto';

/** An opaque token, for a session or a reset link: 256 random bits. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The refresh token that follows `token`. Two requests that race with the same token are given the same next one, though the
 * server keeps neither; without the key nobody can go from one to the next.
 */
export function nextRefreshToken(token: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(token).digest('base64url');
}
