import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** A key that receipts are signed with. `id` is the beginning of the SHA-256 of its public half. */
export type ReceiptSigner = { id: string; publicKey: string; sign: (text: string) => string };

/** Before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410 §7). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const ID_LENGTH = 16;

/** The key of 32 secret bytes (RFC 8032 §5.1.5). The same bytes give the same key, and the same text the same signature. */
export function receiptKeyOf(secret: Buffer): ReceiptSigner {
  if (secret.length !== 32) throw new Error('the key of receipts must have 32 bytes');
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    id: createHash('sha256').update(raw).digest('base64url').slice(0, ID_LENGTH),
    publicKey: raw.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}
