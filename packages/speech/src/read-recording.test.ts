import { writeWav } from '@farline/sip-endpoint/wav';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecording } from './read-recording.ts';

const read = (file: Uint8Array, mostSeconds = 60) => readRecording(file, { mostSeconds });

type Form = { kind?: number; channels?: number; rate?: number; bits?: number };

/** A file of this form; `frames`: the bytes of its sound. */
function fileOf(frames: Buffer, { kind = 1, channels = 1, rate = 8000, bits = 16 }: Form = {}): Buffer {
  const format = Buffer.alloc(24);
  format.write('fmt ', 0, 'latin1');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(kind, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(rate, 12);
  format.writeUInt32LE((rate * channels * bits) / 8, 16);
  format.writeUInt16LE((channels * bits) / 8, 20);
  format.writeUInt16LE(bits, 22);
  const head = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  const data = Buffer.from('data\0\0\0\0', 'latin1');
  data.writeUInt32LE(frames.length, 4);
  return Buffer.concat([head, format, data, frames]);
}

/** Half of full scale up, and half down, as each form writes it. */
const float = Buffer.alloc(8);
float.writeFloatLE(0.5, 0);
float.writeFloatLE(-0.5, 4);

test.each<[string, Buffer, Form]>([
  ['8 bits', Buffer.from([0xc0, 0x40]), { bits: 8 }],
  ['16 bits', Buffer.from([0, 0x40, 0, 0xc0]), { bits: 16 }],
  ['24 bits', Buffer.from([0, 0, 0x40, 0, 0, 0xc0]), { bits: 24 }],
  ['32 bits', Buffer.from([0, 0, 0, 0x40, 0, 0, 0, 0xc0]), { bits: 32 }],
  ['floating point', float, { bits: 32, kind: 3 }],
])('%s are read as the same sound', (_form, frames, form) => {
  const recording = read(fileOf(frames, form));
  if (typeof recording === 'string') throw new Error(recording);
  expect(recording.samples).toHaveLength(2);
  expect(Math.abs((recording.samples[0] ?? 0) - 16_384)).toBeLessThanOrEqual(1);
  expect(Math.abs((recording.samples[1] ?? 0) + 16_384)).toBeLessThanOrEqual(1);
});

test('two channels become one, which is both of them', () => {
  const frames = Buffer.from(Int16Array.of(1000, 3000, -200, 200).buffer);
  expect(read(fileOf(frames, { channels: 2, rate: 44_100 }))).toEqual({
    sampleRate: 44_100,
    samples: Int16Array.of(2000, 0),
  });
});

test('a form that is written as extensible is that of its sub-format', () => {
  const file = fileOf(Buffer.from([0, 0x40]));
  const format = Buffer.alloc(48);
  file.copy(format, 0, 12, 36);
  format.writeUInt32LE(40, 4);
  format.writeUInt16LE(0xfffe, 8);
  format.writeUInt16LE(1, 32);
  expect(read(Buffer.concat([file.subarray(0, 12), format, file.subarray(36)]))).toEqual({
    sampleRate: 8000,
    samples: Int16Array.of(16_384),
  });
});

describe('is refused by what it holds', () => {
  const second = Buffer.alloc(16_000);
  test.each([
    ['an MP3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)]), 'not_wav'],
    ['nothing', Buffer.alloc(0), 'not_wav'],
    ['a picture', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'not_wav'],
    ['sound without a form', Buffer.from('RIFF\0\0\0\0WAVEdata\x02\0\0\0\x01\x01', 'latin1'), 'not_wav'],
    [
      'one with thousands of empty pieces',
      Buffer.concat([fileOf(second).subarray(0, 12), Buffer.alloc(8000), fileOf(second).subarray(12)]),
      'not_wav',
    ],
    ['one that ends before its sound', fileOf(second).subarray(0, 36), 'cut_short'],
    ['one that ends within its sound', fileOf(second).subarray(0, 10_000), 'cut_short'],
    ['three channels', fileOf(second, { channels: 3 }), 'unknown_form'],
    ['compressed sound', fileOf(second, { kind: 2, bits: 4 }), 'unknown_form'],
    ['a rate that nobody records at', fileOf(second, { rate: 7_919 }), 'unknown_form'],
    ['a rate of nothing', fileOf(second, { rate: 0 }), 'unknown_form'],
    ['64 bits', fileOf(second, { kind: 3, bits: 64 }), 'unknown_form'],
    ['more than it may have', fileOf(Buffer.alloc(16_002)), 'too_long'],
  ])('%s', (_what, file, why) => {
    expect(read(file, 1)).toBe(why);
  });

  test('a frame that is not as long as its samples', () => {
    const file = fileOf(second);
    file.writeUInt16LE(0, 32);
    expect(read(file)).toBe('unknown_form');
  });
});

test('a length that a pipe could not know ends at the end of the file', () => {
  const file = fileOf(Buffer.alloc(16_000));
  file.writeUInt32LE(0xffff_ffff, 40);
  expect(read(file)).toMatchObject({ samples: { length: 8000 } });
});

test('whatever a file holds, it is read or refused, and never longer than it may be', () => {
  const valid = writeWav({ sampleRate: 8000, samples: new Int16Array(200).fill(1000) });
  const changed = fc
    .tuple(
      fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 12 }),
      fc.nat(valid.length),
      fc.uint8Array({ maxLength: 60 }),
    )
    .map(([changes, length, more]) => {
      const file = Buffer.from(valid);
      for (const [at, byte] of changes) file[at] = byte;
      return Buffer.concat([file.subarray(0, length), more]);
    });
  fc.assert(
    fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 300 })), (file) => {
      const recording = read(file, 0.05);
      if (typeof recording === 'string') return;
      expect(recording.samples.length).toBeLessThanOrEqual(0.05 * recording.sampleRate);
    }),
    { numRuns: 3000 },
  );
});
