import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts for whoever has the key and names the same purpose (AES-256-GCM, NIST SP 800-38D): nonce, tag, text. */
export function seal(plain: Uint8Array, key: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** What was sealed; null for anything that was not sealed with this key for this purpose. */
export function unseal(sealed: Uint8Array, key: Uint8Array, purpose: string): Buffer | null {
  const bytes = Buffer.from(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null; // Changed on the way, or of another key: it says nothing.
  }
}

/** One secret, a key for each purpose: what signs one kind of token never signs another. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
