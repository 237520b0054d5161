/** Sound of one channel: 16-bit samples at `sampleRate` a second. */
export interface Sound {
  sampleRate: number;
  samples: Int16Array;
}

const PCM = 1;
const EXTENSIBLE = 0xfffe;

/** The sound in a RIFF/WAVE file of mono 16-bit PCM. Throws with a sentence that says what else the file holds. */
export function readWav(file: Uint8Array): Sound {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('This is not a WAV file.');
  }
  let format: { sampleRate: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const start = at + 8;
    // Programs that write to a pipe cannot know the length and leave a huge one: the file's end is the limit.
    const end = Math.min(start + bytes.readUInt32LE(at + 4), bytes.length);
    if (name === 'fmt ') format = readFormat(bytes.subarray(start, end));
    if (name === 'data') {
      if (!format) throw new Error('This WAV file has sound before its format.');
      return { sampleRate: format.sampleRate, samples: readSamples(bytes.subarray(start, end)) };
    }
    at = end + ((end - start) % 2);
  }
  throw new Error('This WAV file has no sound in it.');
}

function readFormat(chunk: Buffer): { sampleRate: number } {
  if (chunk.length < 16) throw new Error('The format of this WAV file is cut short.');
  const kind = chunk.readUInt16LE(0);
  const channels = chunk.readUInt16LE(2);
  const bits = chunk.readUInt16LE(14);
  if ((kind !== PCM && kind !== EXTENSIBLE) || channels !== 1 || bits !== 16) {
    throw new Error(
      `This WAV file has ${channels} channel(s) of ${bits} bits (format ${kind}): mono 16-bit PCM is needed.`,
    );
  }
  return { sampleRate: chunk.readUInt32LE(4) };
}

function readSamples(chunk: Buffer): Int16Array {
  const samples = new Int16Array(Math.floor(chunk.length / 2));
  const bytes = Buffer.from(samples.buffer);
  chunk.copy(bytes);
  if (!IS_LITTLE_ENDIAN) bytes.swap16();
  return samples;
}

/** Samples lie in files with the low byte first, as in the memory of nearly every processor: there all of them are copied at once. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A RIFF/WAVE file of mono 16-bit PCM. */
export function writeWav(sound: Sound): Buffer {
  const bytes = Buffer.alloc(44 + sound.samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(PCM, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sound.sampleRate, 24);
  bytes.writeUInt32LE(sound.sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(sound.samples.length * 2, 40);
  const samples = Buffer.from(Int16Array.from(sound.samples).buffer);
  if (!IS_LITTLE_ENDIAN) samples.swap16();
  samples.copy(bytes, 44);
  return bytes;
}
