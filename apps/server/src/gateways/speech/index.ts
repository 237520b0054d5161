import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSpeech } from '@farline/speech';

const LANGUAGE = 'en';
const WAV_HEADER_BYTES = 44;
/** 8 kHz, 16 bit, mono. */
const BYTES_PER_MS = 16;

export type SpeechGateway = {
  /** "Your balance runs out in …": the path of an 8 kHz WAV file, made once and kept. */
  creditEndsIn: (seconds: number) => Promise<string>;
  /** Speaks a text anew, whatever is kept: what came out, to see that speech works. */
  synthesise: (text: string) => Promise<{ bytes: number; durationMs: number }>;
};

/** The server's voice. Files lie in the data folder, where rtpengine can read them. */
export function createSpeechGateway(options: { dataFolder: string }): SpeechGateway {
  const folder = resolve(options.dataFolder);
  const speech = createSpeech({
    cacheFolder: join(folder, 'speech'),
    recordingsFolder: join(folder, 'recordings'),
  });
  return {
    creditEndsIn: async (seconds) =>
      await speech.say({
        text: `Your balance runs out in ${inWords(seconds)}. Add funds to keep talking.`,
        language: LANGUAGE,
      }),
    synthesise: async (text) => {
      const fresh = await mkdtemp(join(tmpdir(), 'farline-speech-'));
      try {
        const path = await createSpeech({ cacheFolder: fresh }).say({ text, language: LANGUAGE });
        const { size } = await stat(path);
        return { bytes: size, durationMs: Math.round((size - WAV_HEADER_BYTES) / BYTES_PER_MS) };
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
  };
}

/** A minute is a minute; below it, tens of seconds: an exact figure would be past before it is said. */
function inWords(seconds: number): string {
  if (seconds >= 55) return 'one minute';
  return `${Math.max(10, Math.floor(seconds / 10) * 10)} seconds`;
}
