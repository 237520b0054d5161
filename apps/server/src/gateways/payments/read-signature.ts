import { createHmac, timingSafeEqual } from 'node:crypto';

/** A webhook that is older, or as far in the future, may be one that was overheard. */
const MOST_AGE_SECONDS = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Whether a body was signed with the secret within the last five minutes: HMAC-SHA256 over `<seconds>.<body>`. */
export function readSignature(
  header: string | undefined,
  body: string,
  secret: string,
  now: Date,
): 'genuine' | 'bad_signature' | 'too_old' {
  const [, seconds, given] = SIGNATURE.exec(header ?? '') ?? [];
  if (seconds === undefined || given === undefined) return 'bad_signature';
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return 'bad_signature';
  return Math.abs(now.getTime() / 1000 - Number(seconds)) > MOST_AGE_SECONDS ? 'too_old' : 'genuine';
}
