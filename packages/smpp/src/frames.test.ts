import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrokenStream, createFrameReader } from './frames.ts';
import { encodeRequest } from './pdu.ts';

const aFrame = (sequence: number, octets = 0) =>
  octets === 0
    ? encodeRequest(sequence, { command: 'enquire_link' })
    : Buffer.concat([
        Buffer.from([0, 0, (16 + octets) >> 8, (16 + octets) & 0xff]),
        Buffer.alloc(12 + octets, sequence),
      ]);

function readAll(chunks: Buffer[]): Buffer[] {
  const frames: Buffer[] = [];
  const read = createFrameReader((frame) => void frames.push(Buffer.from(frame)));
  for (const chunk of chunks) read(chunk);
  return frames;
}

test('however a stream is torn, the same PDUs come out of it', () => {
  const sizes = fc.array(fc.nat(400), { minLength: 1, maxLength: 12 });
  const cuts = fc.array(fc.nat(5000), { maxLength: 40 });
  fc.assert(
    fc.property(sizes, cuts, (octets, at) => {
      const frames = octets.map((size, index) => aFrame(index + 1, size));
      const stream = Buffer.concat(frames);
      const edges = [0, ...at.map((edge) => edge % stream.length).toSorted((a, b) => a - b), stream.length];
      const chunks = edges.slice(1).map((edge, index) => stream.subarray(edges[index], edge));

      expect(readAll(chunks)).toEqual(frames);
    }),
  );
});

test('the greatest PDU comes whole when each octet comes alone', () => {
  const frame = Buffer.concat([Buffer.from([0, 1, 0x11, 0x70]), Buffer.alloc(69_996, 1)]);
  const chunks = Array.from(frame, (octet) => Buffer.from([octet]));

  expect(readAll(chunks)).toEqual([frame]);
});

test.each([0, 3, 15, 70_001, 0x4854_5450, 0xffff_ffff])('a length of %i is the end of the stream', (length) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  const frames: Buffer[] = [];
  const read = createFrameReader((frame) => void frames.push(frame));

  expect(() => read(Buffer.concat([aFrame(1), head]))).toThrow(BrokenStream);
  expect(frames).toEqual([aFrame(1)]);
});

test('octets by chance are cut or refused, and never held without bound', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), (chunks) => {
      expect(thrownBy(() => readAll(chunks.map((chunk) => Buffer.from(chunk))))).toSatisfy(
        (error) => error === null || error instanceof BrokenStream,
      );
    }),
  );
});

function thrownBy(act: () => void): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}
