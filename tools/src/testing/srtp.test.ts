import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSrtpStream, deriveKeys } from './srtp.ts';

/** RFC 3711, appendix B.3. */
const MASTER_KEY = Buffer.from('E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6', 'hex');

const hex = (bytes: Buffer) => bytes.toString('hex').toUpperCase();

test('session keys are those of RFC 3711', () => {
  const keys = deriveKeys(MASTER_KEY);

  expect(hex(keys.encryption)).toBe('C61E7A93744F39EE10734AFE3FF7A087');
  expect(hex(keys.salt)).toBe('30CBBC08863D8C85D49DB34A9AE1');
  expect(hex(keys.authentication)).toBe('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4');
});

test('a packet is encrypted and signed as in libsrtp’s reference', () => {
  // libsrtp, srtp_driver.c: srtp_plaintext_ref and srtp_ciphertext_ref.
  const packet = Buffer.from(`800f1234decafbadcafebabe${'ab'.repeat(16)}`, 'hex');

  const secured = createSrtpStream(MASTER_KEY).protect(packet);

  expect(secured.toString('hex')).toBe('800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb');
});

test('what is protected comes back as it was, also past the end of the sequence numbers, and late', () => {
  const masterKey = randomBytes(30);
  const [near, far] = [createSrtpStream(masterKey), createSrtpStream(masterKey)];
  const packets = [65_533, 65_534, 65_535, 0, 1, 2].map((sequence) => rtp(sequence));
  const secured = packets.map((packet) => near.protect(packet));

  expect([0, 1, 3, 2, 5, 4].map((at) => hex(far.unprotect(secured[at] ?? Buffer.alloc(0)) ?? Buffer.alloc(0)))).toEqual(
    [0, 1, 3, 2, 5, 4].map((at) => hex(packets[at] ?? Buffer.alloc(0))),
  );
});

test('the rollover counter is signed with the packet', () => {
  const masterKey = randomBytes(30);
  const stream = createSrtpStream(masterKey);
  stream.protect(rtp(65_535));

  const secured = stream.protect(rtp(0));

  const signed = Buffer.concat([secured.subarray(0, -10), Buffer.from([0, 0, 0, 1])]);
  const tag = createHmac('sha1', deriveKeys(masterKey).authentication).update(signed).digest().subarray(0, 10);
  expect(secured.subarray(-10)).toEqual(tag);
});

test('what was changed, cut, or signed with another key is nothing', () => {
  const [ours, theirs] = [createSrtpStream(randomBytes(30)), createSrtpStream(randomBytes(30))];
  const secured = ours.protect(rtp(1));
  const changed = Buffer.from(secured);
  changed[20] = (changed[20] ?? 0) ^ 1;

  expect(ours.unprotect(changed)).toBeNull();
  expect(ours.unprotect(secured.subarray(0, 15))).toBeNull();
  expect(theirs.unprotect(secured)).toBeNull();
});

function rtp(sequence: number): Buffer {
  const packet = Buffer.concat([Buffer.alloc(12), randomBytes(160)]);
  packet[0] = 0x80;
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(0xdeca_fbad, 8);
  return packet;
}
