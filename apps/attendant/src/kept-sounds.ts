import { readFile, stat } from 'node:fs/promises';
import { readWav } from '@farline/sip-endpoint';

/** The samples of a WAV file. */
export const readSound = async (path: string): Promise<Int16Array> => readWav(await readFile(path)).samples;

/** Some half an hour of sound. */
const MOST_BYTES = 32 * 2 ** 20;

/**
 * Reads the sound of WAV files, and keeps what was read of late, since most calls hear the same: to read it for each is most of what its memory has to be
 * cleared of. A file that has changed is read anew. Nobody may change the samples.
 */
export function keptSounds({ mostBytes } = { mostBytes: MOST_BYTES }): typeof readSound {
  const kept = new Map<string, { mark: string; samples: Int16Array }>();
  let bytes = 0;
  const forget = (path: string) => {
    bytes -= kept.get(path)?.samples.byteLength ?? 0;
    kept.delete(path);
  };
  // The last in a Map is what was put there last.
  const keep = (path: string, sound: { mark: string; samples: Int16Array }) => {
    forget(path);
    kept.set(path, sound);
    bytes += sound.samples.byteLength;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) return;
      forget(oldest);
    }
  };
  return async (path) => {
    const { mtimeMs, size, ino } = await stat(path);
    const mark = `${ino} ${size} ${mtimeMs}`;
    const known = kept.get(path);
    const sound = known?.mark === mark ? known : { mark, samples: await readSound(path) };
    keep(path, sound);
    return sound.samples;
  };
}
