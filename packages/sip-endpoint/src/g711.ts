/** The two encodings of G.711, by their RTP names (RFC 3551 §4.5.14). */
export type Encoding = 'PCMU' | 'PCMA';

/** RTP's sampling rate for G.711 and telephone-event. */
export const SAMPLE_RATE = 8000;

/** One byte for each 16-bit sample (ITU-T G.711). */
export function encode(encoding: Encoding, samples: Int16Array): Uint8Array {
  const table = ENCODERS[encoding];
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) bytes[i] = table[(samples[i] ?? 0) & 0xffff] ?? 0;
  return bytes;
}

/** One 16-bit sample for each byte. */
export function decode(encoding: Encoding, bytes: Uint8Array): Int16Array {
  const table = DECODERS[encoding];
  const samples = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) samples[i] = table[bytes[i] ?? 0] ?? 0;
  return samples;
}

const MU_BIAS = 0x84;
const MU_CLIP = 32635;

function encodeMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decodeMu(byte: number): number {
  const bits = ~byte & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = ((((bits & 0x0f) << 3) + MU_BIAS) << exponent) - MU_BIAS;
  return bits & 0x80 ? -magnitude : magnitude;
}

function encodeA(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(Math.abs(sample), 32767) >> 3;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 4);
  const mantissa = (exponent === 0 ? magnitude >> 1 : magnitude >> exponent) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function decodeA(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 0x07;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

const encoderTable = (encodeOne: (sample: number) => number) =>
  Uint8Array.from({ length: 65536 }, (_, word) => encodeOne(word > 32767 ? word - 65536 : word));
const decoderTable = (decodeOne: (byte: number) => number) =>
  Int16Array.from({ length: 256 }, (_, byte) => decodeOne(byte));

const ENCODERS: Record<Encoding, Uint8Array> = { PCMU: encoderTable(encodeMu), PCMA: encoderTable(encodeA) };
const DECODERS: Record<Encoding, Int16Array> = { PCMU: decoderTable(decodeMu), PCMA: decoderTable(decodeA) };
