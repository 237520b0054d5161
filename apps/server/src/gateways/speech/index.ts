import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createSpeech } from '@farline/speech';

const LANGUAGE = 'en';
const MOST_PREVIEWS = 200;

export type SpeechGateway = {
  /** "Your balance runs out in …": the path of an 8 kHz WAV file, made once and kept. */
  creditEndsIn: (seconds: number) => Promise<string>;
  /** "You reach your spending limit in …", as a file of the same kind. */
  limitEndsIn: (seconds: number) => Promise<string>;
  /** A text in a voice of espeak-ng: an 8 kHz WAV file, made once and kept. */
  speak: (text: string, voice: string) => Promise<Buffer>;
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
  // What customers write has a line and a cache of its own: it keeps no warning of a running call waiting, and pushes none out.
  const previews = createSpeech({ cacheFolder: join(folder, 'speech-previews'), most: MOST_PREVIEWS });
  return {
    creditEndsIn: async (seconds) =>
      await speech.say({
        text: `Your balance runs out in ${inWords(seconds)}. Add funds to keep talking.`,
        language: LANGUAGE,
      }),
    limitEndsIn: async (seconds) =>
      await speech.say({
        text: `You reach your spending limit in ${inWords(seconds)}. Then the call ends.`,
        language: LANGUAGE,
      }),
    speak: async (text, voice) => await readFile(await previews.say({ text, language: voice })),
    synthesise: async (text) => {
      const { wav, durationMs } = await speech.sayAnew({ text, language: LANGUAGE });
      return { bytes: wav.byteLength, durationMs };
    },
  };
}

/** A minute is a minute; below it, tens of seconds: an exact figure would be past before it is said. */
function inWords(seconds: number): string {
  if (seconds >= 55) return 'one minute';
  return `${Math.max(10, Math.floor(seconds / 10) * 10)} seconds`;
}
