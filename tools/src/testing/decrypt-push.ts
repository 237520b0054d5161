import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

const SALT_OCTETS = 16;
/** The salt, the record size and the length of the sender's key come before that key (RFC 8188 §2.1). */
const KEY_AT = SALT_OCTETS + 4 + 1;
const TAG_OCTETS = 16;
/** What ends the last record (RFC 8188 §2). */
const LAST_RECORD = 2;

/** What was encrypted for a browser, as the browser reads it (RFC 8291 §3.4); one record, as all that fits a push message. */
export function decryptPush(body: Buffer, browser: { ecdh: ECDH; auth: Buffer }): string {
  const keyLength = body.readUInt8(KEY_AT - 1);
  const senderKey = body.subarray(KEY_AT, KEY_AT + keyLength);
  const salt = body.subarray(0, SALT_OCTETS);
  const ownKey = browser.ecdh.getPublicKey();
  const secret = browser.ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey]);
  const input = derive(secret, browser.auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(KEY_AT + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG_OCTETS));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_OCTETS)), decipher.final()]);
  const end = plain.lastIndexOf(LAST_RECORD);
  if (end < 0) throw new Error('the record does not end');
  return plain.subarray(0, end).toString('utf8');
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, octets: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, octets));
