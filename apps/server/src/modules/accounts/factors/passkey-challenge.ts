import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LIVES_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const END_BYTES = 8;
const SEAL_BYTES = 32;

/** What a challenge is for: an answer to one is none to another. `whom` is the ticket, session or user that it is given to. */
export type ChallengePurpose = { act: 'sign_in' } | { act: 'second_step' | 'prove' | 'add'; whom: string };

/**
 * A challenge that nobody needs to keep: random bits, its end five minutes on, and a seal over both and its purpose. That
 * it is answered once is seen to by whoever notes the answer (WebAuthn Level 3 §13.4.3).
 */
export function newChallenge(key: Uint8Array, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + END_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeBigUInt64BE(BigInt(now.getTime() + LIVES_MS), RANDOM_BYTES);
  return Uint8Array.from([...head, ...sealOf(key, purpose, head)]);
}

/** The challenge of an answer, if it is ours, for this purpose and not past its end; null otherwise. */
export function readChallenge(
  key: Uint8Array,
  purpose: ChallengePurpose,
  answered: { challenge: string; now: Date },
): { hash: Buffer; expiresAt: Date } | null {
  const bytes = Buffer.from(answered.challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + END_BYTES + SEAL_BYTES) return null;
  const head = bytes.subarray(0, RANDOM_BYTES + END_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), sealOf(key, purpose, head))) return null;
  const expiresAt = new Date(Number(head.readBigUInt64BE(RANDOM_BYTES)));
  if (expiresAt <= answered.now) return null;
  return { hash: createHash('sha256').update(bytes).digest(), expiresAt };
}

function sealOf(key: Uint8Array, purpose: ChallengePurpose, head: Uint8Array): Buffer {
  const whom = purpose.act === 'sign_in' ? '' : purpose.whom;
  return createHmac('sha256', key).update(`${purpose.act}:${whom}:`).update(head).digest();
}
