import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from '../../../platform/sealed.ts';

const STEP_SECONDS = 30;
/** 160 bits, as RFC 4226 §4 wants them. */
const SECRET_BYTES = 20;
/** A clock may be a step behind or ahead (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const SETUP_MS = 15 * 60_000;
const ISSUER = 'Farline';

/** A new secret to share with an app. */
export const newAppSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** The secret as an app takes it: base32 to type, and the address that its picture says. */
export function appKey(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The step of a code of six digits (RFC 6238, SHA-1, 30 s), at most one step from `now`; null for a wrong one. Whoever asks
 * takes no step twice, and none before one that was taken.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

function totpOf(secret: Uint8Array, label: string): TOTP {
  const shared = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret: shared });
}

/** A secret as it lies in the database: of this user, and readable with the key alone. */
export const storedSecret = (secret: Uint8Array, key: Uint8Array, userId: string): Buffer =>
  seal(secret, key, `app:${userId}`);
/** Null where the key has changed since: the app is of no use any more. */
export const readSecret = (stored: Uint8Array, key: Uint8Array, userId: string): Buffer | null =>
  unseal(stored, key, `app:${userId}`);

/** A secret on its way to an app and back with its first code: until then nothing is kept. */
export function newSetup(
  secret: Uint8Array,
  owner: { key: Uint8Array; userId: string; now: Date },
): { setup: string; expiresAt: Date } {
  const expiresAt = new Date(owner.now.getTime() + SETUP_MS);
  const end = Buffer.alloc(8);
  end.writeBigUInt64BE(BigInt(expiresAt.getTime()));
  return {
    setup: seal(Buffer.concat([end, secret]), owner.key, `setup:${owner.userId}`).toString('base64url'),
    expiresAt,
  };
}

/** The secret of a set-up that this user began at most a quarter of an hour ago, or null. */
export function readSetup(setup: string, owner: { key: Uint8Array; userId: string; now: Date }): Uint8Array | null {
  const opened = unseal(Buffer.from(setup, 'base64url'), owner.key, `setup:${owner.userId}`);
  if (opened === null || opened.readBigUInt64BE(0) < BigInt(owner.now.getTime())) return null;
  return opened.subarray(8);
}
