import { writeFile } from 'node:fs/promises';

const RATE = 48_000;

/** Writes a WAV file with a steady sine tone, 48 kHz mono, for the fake microphone. */
export async function writeToneWav(path: string, tone: { hertz: number; seconds: number }): Promise<void> {
  const samples = RATE * tone.seconds;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // mono
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let sample = 0; sample < samples; sample += 1) {
    const value = 0.4 * Math.sin((2 * Math.PI * tone.hertz * sample) / RATE);
    file.writeInt16LE(Math.round(value * 32_767), 44 + sample * 2);
  }
  await writeFile(path, file);
}
