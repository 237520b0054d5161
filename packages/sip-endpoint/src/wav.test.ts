import { expect, test } from 'vitest';
import { readWav, writeWav } from './wav.ts';

const sound = { sampleRate: 8000, samples: Int16Array.of(0, 1, -1, 32767, -32768) };

test('a written file reads back as the same sound', () => {
  expect(readWav(writeWav(sound))).toEqual(sound);
});

test('each sample lies in a file with its low byte first', () => {
  const file = writeWav({ sampleRate: 8000, samples: Int16Array.of(0x0102, -2) });
  expect([...file.subarray(44)]).toEqual([0x02, 0x01, 0xfe, 0xff]);
  expect([...readWav(file).samples]).toEqual([0x0102, -2]);
});

test('chunks that are not sound are passed over, also of odd length', () => {
  const file = writeWav(sound);
  const list = Buffer.from([...Buffer.from('LIST'), 3, 0, 0, 0, 1, 2, 3, 0]);
  expect(readWav(Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]))).toEqual(sound);
});

test('a length that a pipe could not know ends at the end of the file', () => {
  const file = writeWav(sound);
  file.writeUInt32LE(0x7ffff000, 40);
  expect(readWav(file)).toEqual(sound);
});

test('what is not mono 16-bit sound is refused with a sentence', () => {
  const stereo = writeWav(sound);
  stereo.writeUInt16LE(2, 22);
  expect(() => readWav(stereo)).toThrow('mono 16-bit PCM is needed');
  expect(() => readWav(Buffer.from('hello'))).toThrow('not a WAV file');
  expect(() => readWav(writeWav(sound).subarray(0, 36))).toThrow('no sound');
});
