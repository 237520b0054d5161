import { createCipheriv, hash } from 'node:crypto';

/**
 * SRTP with AES_CM_128_HMAC_SHA1_80 (RFC 3711), one stream one way, of packets without CSRCs and header extensions. A packet costs a few
 * microseconds: one cipher in ECB mode makes the key stream of all packets, and no object is made for any of them.
 */
export type SrtpStream = {
  /** The packet, encrypted and signed. */
  protect(packet: Buffer): Buffer;
  /** The packet as it was, or null if it was not signed with this key. */
  unprotect(packet: Buffer): Buffer | null;
};

const KEY_BYTES = 16;
const HEADER_BYTES = 12;
const TAG_BYTES = 10;
const BLOCK_BYTES = 16;
/** SHA-1 works on blocks of so many bytes, and gives so many. */
const HASH_BLOCK_BYTES = 64;
const HASH_BYTES = 20;
const MOST_BYTES = 1500;
/** What keys are derived for (RFC 3711 §4.3.2). */
const LABELS = { encryption: 0, authentication: 1, salt: 2 };

/** `masterKey`: key and salt, 30 bytes, as they stand in `a=crypto` after `inline:` (RFC 4568 §6.1). */
export function createSrtpStream(masterKey: Buffer): SrtpStream {
  const keys = deriveKeys(masterKey);
  const keyStream = createKeyStream(keys.encryption, keys.salt);
  const tagOf = createSigner(keys.authentication);
  let lastIndex = -1;

  const xorPayload = (packet: Buffer, index: number) => {
    const stream = keyStream(packet.readUInt32BE(8), index, packet.length - HEADER_BYTES);
    for (let at = HEADER_BYTES; at < packet.length; at += 1) {
      packet[at] = (packet[at] ?? 0) ^ (stream[at - HEADER_BYTES] ?? 0);
    }
  };
  return {
    protect(packet) {
      const index = indexOf(packet, lastIndex);
      lastIndex = Math.max(lastIndex, index);
      const secured = Buffer.allocUnsafe(packet.length + TAG_BYTES);
      packet.copy(secured);
      const body = secured.subarray(0, packet.length);
      xorPayload(body, index);
      tagOf(body, index).copy(secured, packet.length, 0, TAG_BYTES);
      return secured;
    },
    unprotect(secured) {
      if (secured.length < HEADER_BYTES + TAG_BYTES) return null;
      const packet = Buffer.from(secured.subarray(0, -TAG_BYTES));
      const index = indexOf(packet, lastIndex);
      if (tagOf(packet, index).compare(secured, packet.length, secured.length, 0, TAG_BYTES) !== 0) return null;
      lastIndex = Math.max(lastIndex, index);
      xorPayload(packet, index);
      return packet;
    },
  };
}

/** The 48-bit index of a packet: its sequence number, continued from the highest index so far (RFC 3711 §3.3.1). */
function indexOf(packet: Buffer, lastIndex: number): number {
  const sequence = packet.readUInt16BE(2);
  if (lastIndex < 0) return sequence;
  const near = lastIndex - (lastIndex % 0x10000) + sequence;
  if (near > lastIndex + 0x8000 && near >= 0x10000) return near - 0x10000;
  return near < lastIndex - 0x8000 ? near + 0x10000 : near;
}

/** The session keys of a master key that is never derived from again (RFC 3711 §4.3, key derivation rate 0). */
export function deriveKeys(masterKey: Buffer) {
  const masterSalt = masterKey.subarray(KEY_BYTES, KEY_BYTES + 14);
  const derive = (label: number, bytes: number) => {
    const start = Buffer.alloc(BLOCK_BYTES);
    masterSalt.copy(start);
    start[7] = (start[7] ?? 0) ^ label;
    return createCipheriv('aes-128-ctr', masterKey.subarray(0, KEY_BYTES), start).update(Buffer.alloc(bytes));
  };
  return {
    encryption: derive(LABELS.encryption, KEY_BYTES),
    authentication: derive(LABELS.authentication, HASH_BYTES),
    salt: derive(LABELS.salt, 14),
  };
}

/** AES in counter mode (RFC 3711 §4.1.1). What it gives counts until it is asked again. */
function createKeyStream(key: Buffer, salt: Buffer): (source: number, index: number, bytes: number) => Buffer {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const counters = Buffer.alloc(Math.ceil(MOST_BYTES / BLOCK_BYTES) * BLOCK_BYTES);
  return (source, index, bytes) => {
    const blocks = Math.ceil(bytes / BLOCK_BYTES);
    for (let block = 0; block < blocks; block += 1) {
      const at = block * BLOCK_BYTES;
      salt.copy(counters, at);
      counters.writeUInt32BE((salt.readUInt32BE(4) ^ source) >>> 0, at + 4);
      counters.writeUInt16BE(salt.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), at + 8);
      counters.writeUInt32BE((salt.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, at + 10);
      counters.writeUInt16BE(block, at + 14);
    }
    return cipher.update(counters.subarray(0, blocks * BLOCK_BYTES));
  };
}

/** HMAC-SHA1 (RFC 2104) of a packet and its rollover counter (RFC 3711 §4.2), as two plain hashes. */
function createSigner(key: Buffer): (packet: Buffer, index: number) => Buffer {
  const [inner, outer] = [Buffer.alloc(HASH_BLOCK_BYTES + MOST_BYTES, 0x36), Buffer.alloc(HASH_BLOCK_BYTES, 0x5c)];
  const signed = Buffer.concat([outer, Buffer.alloc(HASH_BYTES)]);
  for (const [at, octet] of key.entries()) {
    inner[at] = octet ^ 0x36;
    signed[at] = octet ^ 0x5c;
  }
  return (packet, index) => {
    packet.copy(inner, HASH_BLOCK_BYTES);
    inner.writeUInt32BE(Math.floor(index / 0x10000), HASH_BLOCK_BYTES + packet.length);
    hash('sha1', inner.subarray(0, HASH_BLOCK_BYTES + packet.length + 4), 'buffer').copy(signed, HASH_BLOCK_BYTES);
    return hash('sha1', signed, 'buffer');
  };
}
