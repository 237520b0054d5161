import { SAMPLE_RATE, writeWav } from '@farline/sip-endpoint';

/** How sound lies in a file of the attendant: a WAV header, and 16-bit samples at 8 kHz. */
export const HEADER_BYTES = 44;
export const SAMPLE_BYTES = 2;

/** The header of a WAV file whose samples follow. */
export function headerOf(samples: number): Buffer {
  const header = writeWav({ sampleRate: SAMPLE_RATE, samples: new Int16Array() });
  header.writeUInt32LE(HEADER_BYTES - 8 + samples * SAMPLE_BYTES, 4);
  header.writeUInt32LE(samples * SAMPLE_BYTES, 40);
  return header;
}
