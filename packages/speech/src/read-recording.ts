/** Why a file is no sound that we can take. */
export type Unreadable = 'not_wav' | 'unknown_form' | 'cut_short' | 'too_long';
/** Sound of one channel. */
export type Recording = { sampleRate: number; samples: Int16Array };

/** The sampling rates that are taken, in Hz: the common ones, so that a file cannot choose how much work it makes. */
const RATES = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]);
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** No program writes more of them before the sound; a file of empty ones would be walked for long. */
const MOST_CHUNKS = 100;
/** Programs that write to a pipe cannot know the length, and leave one that no file of ours has. */
const UNKNOWN_LENGTH = 0x7fff_0000;

type Format = { channels: 1 | 2; sampleRate: number; frameBytes: number; sampleAt: SampleReader };
/** A sample as one of 16 bits. */
type SampleReader = (bytes: Buffer, at: number) => number;

/**
 * The sound of a RIFF/WAVE file as people have them: PCM of 8, 16, 24 or 32 bits or floating point, one or two channels, 8 to 48 kHz. Two
 * channels become one. It is judged by what it holds, whatever its header says of its length; no more than `mostSeconds` is read.
 */
export function readRecording(file: Uint8Array, { mostSeconds }: { mostSeconds: number }): Recording | Unreadable {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    return 'not_wav';
  }
  let format: Format | null = null;
  let at = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS && at + 8 <= bytes.length; chunk += 1) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'data') {
      if (format === null) return 'not_wav';
      if (length < UNKNOWN_LENGTH && start + length > bytes.length) return 'cut_short';
      return readSamples(bytes.subarray(start, start + length), format, mostSeconds);
    }
    if (name === 'fmt ') {
      format = readFormat(bytes.subarray(start, start + length));
      if (format === null) return 'unknown_form';
    }
    at = start + length + (length % 2);
  }
  return format === null ? 'not_wav' : 'cut_short';
}

function readFormat(chunk: Buffer): Format | null {
  if (chunk.length < 16) return null;
  const written = chunk.readUInt16LE(0);
  // The first two bytes of the sub-format's GUID are the kind.
  const kind = written === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : written;
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const frameBytes = chunk.readUInt16LE(12);
  const bits = chunk.readUInt16LE(14);
  const sampleAt = sampleReader(kind, bits);
  if (sampleAt === null || (channels !== 1 && channels !== 2) || !RATES.has(sampleRate)) return null;
  return frameBytes === (channels * bits) / 8 ? { channels, sampleRate, frameBytes, sampleAt } : null;
}

function sampleReader(kind: number, bits: number): SampleReader | null {
  if (kind === FLOAT) return bits === 32 ? (bytes, at) => fromFloat(bytes.readFloatLE(at)) : null;
  if (kind !== PCM) return null;
  switch (bits) {
    case 8:
      return (bytes, at) => ((bytes[at] ?? 0) - 128) << 8;
    case 16:
      return int16At;
    case 24:
      return (bytes, at) => int16At(bytes, at + 1);
    case 32:
      return (bytes, at) => int16At(bytes, at + 2);
    default:
      return null;
  }
}

/** Buffer's own checks its bounds each time, which takes several times as long. */
const int16At: SampleReader = (bytes, at) => (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << 16) >> 16;

/** What is no number is silence. */
const fromFloat = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));

function readSamples(
  chunk: Buffer,
  { channels, sampleRate, frameBytes, sampleAt }: Format,
  mostSeconds: number,
): Recording | Unreadable {
  const frames = Math.floor(chunk.length / frameBytes);
  if (frames > mostSeconds * sampleRate) return 'too_long';
  const samples = new Int16Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame * frameBytes;
    const left = sampleAt(chunk, at);
    samples[frame] = channels === 1 ? left : Math.round((left + sampleAt(chunk, at + frameBytes / 2)) / 2);
  }
  return { sampleRate, samples };
}
