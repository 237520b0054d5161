import alawmulaw from 'alawmulaw';
import { expect, test } from 'vitest';
import { decode, encode } from './g711.ts';

const everySample = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
const everyByte = Uint8Array.from({ length: 256 }, (_, i) => i);

test('every byte decodes as the reference library decodes it', () => {
  expect(decode('PCMU', everyByte)).toEqual(alawmulaw.mulaw.decode(everyByte));
  expect(decode('PCMA', everyByte)).toEqual(alawmulaw.alaw.decode(everyByte));
});

test('every sample encodes as the reference library encodes it', () => {
  expect(encode('PCMU', everySample)).toEqual(alawmulaw.mulaw.encode(everySample));
  expect(encode('PCMA', everySample)).toEqual(alawmulaw.alaw.encode(everySample));
});

test.each(['PCMU', 'PCMA'] as const)('%s: a decoded byte encodes to a byte of the same sound', (encoding) => {
  const sound = decode(encoding, everyByte);
  expect(decode(encoding, encode(encoding, sound))).toEqual(sound);
});
