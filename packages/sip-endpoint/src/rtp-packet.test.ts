import { expect, test } from 'vitest';
import { readRtp, sequenceDistance, writeRtp } from './rtp-packet.ts';

const packet = {
  payloadType: 101,
  marker: true,
  sequence: 65535,
  timestamp: 0xfffffff0,
  ssrc: 0xdeadbeef,
  payload: Uint8Array.of(1, 2, 3),
};

test('a written packet reads back as it was', () => {
  const read = readRtp(writeRtp(packet));
  expect({ ...read, payload: [...(read?.payload ?? [])] }).toEqual({ ...packet, payload: [1, 2, 3] });
});

test('contributing sources, extension and padding are no payload', () => {
  const header = writeRtp({ ...packet, payload: new Uint8Array() });
  header[0] = 0x80 | 0x20 | 0x10 | 2;
  const datagram = Buffer.concat([header, Buffer.alloc(8), Buffer.from([0xbe, 0xde, 0, 1, 9, 9, 9, 9, 7, 8, 0, 2])]);
  expect([...(readRtp(datagram)?.payload ?? [])]).toEqual([7, 8]);
});

test.each([
  ['too short', Buffer.alloc(11, 0x80)],
  ['another version', Buffer.alloc(20, 0x40)],
  ['RTCP', Buffer.from([0x80, 200, 0, 6, ...Array.from({ length: 24 }, () => 0)])],
  ['an extension that is cut off', Buffer.from([0x90, 0, ...Array.from({ length: 12 }, () => 0)])],
  ['more padding than packet', Buffer.from([0xa0, 0, ...Array.from({ length: 9 }, () => 0), 200])],
])('%s is no RTP packet', (_, datagram) => {
  expect(readRtp(datagram)).toBeNull();
});

test('distances between sequence numbers go round the corner', () => {
  expect(sequenceDistance(65535, 0)).toBe(1);
  expect(sequenceDistance(0, 65535)).toBe(-1);
  expect(sequenceDistance(100, 90)).toBe(-10);
});
