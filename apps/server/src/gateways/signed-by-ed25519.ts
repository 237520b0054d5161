import { createPublicKey, verify } from 'node:crypto';

/** A webhook that is older, or as far in the future, may be one that was overheard. */
const MOST_AGE_SECONDS = 300;

/**
 * Whether a body was signed within the last five minutes: Ed25519 (RFC 8032) over `<seconds>|<body>`, `signature` in base64. `publicKey`: 32
 * octets in base64.
 */
export function signedByEd25519(
  publicKey: string,
  { timestamp, signature, body }: { timestamp: string; signature: string; body: Buffer },
  now: Date,
): 'genuine' | 'bad_signature' | 'too_old' {
  const given = Buffer.from(signature, 'base64');
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  if (given.length !== 64 || !verify(null, signed, key, given)) return 'bad_signature';
  return isFresh(timestamp, now) ? 'genuine' : 'too_old';
}

/** Whether an instant, in whole seconds, is of the last five minutes, or as far ahead. */
export function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= MOST_AGE_SECONDS;
}
