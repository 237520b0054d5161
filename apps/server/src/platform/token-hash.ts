import { createHash } from 'node:crypto';

/** What is stored of a secret that somebody brings back: a refresh token, a link, a proof. It must be long and random. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
