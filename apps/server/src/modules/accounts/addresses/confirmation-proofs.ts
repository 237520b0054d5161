import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../../../platform/token-hash.ts';
import { newToken } from '../record/tokens.ts';

/** Typed from a mail that just came. */
const CODE_MS = 30 * 60_000;
/** Mail may be read a day later. */
const LINK_MS = 24 * 60 * 60_000;
/** Of a million codes; then there must be another. */
export const MOST_WRONG_CODES = 5;

type Proof = { hash: Buffer; expiresAt: Date };

/** A new six-digit code and a new token of a link for one address of one user, and what is kept of them. */
export function newProofs(
  of: { userId: string; email: string; now: Date },
  key: Uint8Array,
): { code: string; token: string; kept: { code: Proof; link: Proof } } {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = newToken();
  const after = (ms: number) => new Date(of.now.getTime() + ms);
  return {
    code,
    token,
    kept: {
      code: { hash: codeHash({ ...of, code }, key), expiresAt: after(CODE_MS) },
      link: { hash: tokenHash(token), expiresAt: after(LINK_MS) },
    },
  };
}

/** Whether this is the code whose hash was kept. Without the key the hash tells nobody the code, though there are few. */
export function isCode(typed: { userId: string; email: string; code: string }, kept: Buffer, key: Uint8Array): boolean {
  return timingSafeEqual(codeHash(typed, key), kept);
}

function codeHash(of: { userId: string; email: string; code: string }, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${of.userId}\n${of.email}\n${of.code}`).digest();
}
