import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWav, writeWav } from '@farline/sip-endpoint/wav';
import { recordingName } from './recording-name.ts';
import { synthesise, type Utterance } from './synthesise.ts';
import { TELEPHONE_HZ, telephoneSound } from './telephone-sound.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** Speaks texts into files. */
export interface Speech {
  /** The path of a WAV file, 8 kHz mono 16-bit, in which the text is spoken. */
  say(utterance: Utterance): Promise<string>;
  /** The same, made anew and kept nowhere: the proof that the machine can speak now. */
  sayAnew(utterance: Utterance): Promise<{ wav: Buffer; durationMs: number }>;
}

/** Where speech is kept and by what it is made. */
export interface SpeechOptions {
  /** Made if missing. Whatever lies in it may be deleted at any time. */
  cacheFolder: string;
  /** Recordings of an operator, `<language>/<name of the text>.wav`: they win over the machine's voice. */
  recordingsFolder?: string;
  command?: string;
  timeoutMs?: number;
  /** How many texts are kept: past it the oldest of them go. */
  most?: number;
}

const AT_ONCE = 2;
const WAITING = 500;
const MOST_KEPT = 2_000;
/** Part of each key: raise it when the same text shall sound otherwise than before. */
const MAKING = 1;

/**
 * Speech by espeak-ng, each text made once and kept. Texts asked for at once are made once; two processes may share a
 * folder, since a file appears only when it is whole.
 */
export function createSpeech(options: SpeechOptions): Speech {
  const { cacheFolder, recordingsFolder, command = 'espeak-ng', timeoutMs = 10_000, most = MOST_KEPT } = options;
  const limit = new ConcurrencyLimit({ atOnce: AT_ONCE, waiting: WAITING });
  const underWay = new Map<string, Promise<string>>();
  /** Files that this process has read or written: what lay there before it started, a power cut may have left without their sound. */
  const whole = new Set<string>();

  async function find(utterance: Utterance, path: string): Promise<string> {
    const recording = await findRecording(utterance);
    if (recording) return recording;
    if (!(await isKept(path))) {
      const { wav } = await sayAnew(utterance);
      await writeWhole(path, wav);
      await forgetOldest(cacheFolder, most);
    }
    if (whole.size >= most) whole.clear();
    whole.add(path);
    return path;
  }

  const isKept = async (path: string) => (whole.has(path) ? await exists(path) : await isWhole(path));

  async function findRecording(utterance: Utterance): Promise<string | null> {
    if (!recordingsFolder) return null;
    const path = join(recordingsFolder, utterance.language, `${recordingName(utterance.text)}.wav`);
    if (!(await exists(path))) return null;
    const { sampleRate } = readWavOf(path, await readFile(path));
    if (sampleRate !== TELEPHONE_HZ) throw new Error(`${path} has ${sampleRate} Hz: a recording must have 8000.`);
    return path;
  }

  function sayAnew(utterance: Utterance): Promise<{ wav: Buffer; durationMs: number }> {
    return limit.run(async () => {
      const spoken = readWav(await synthesise(utterance, { command, timeoutMs }));
      const samples = await telephoneSound(spoken);
      const durationMs = Math.round((samples.length * 1000) / TELEPHONE_HZ);
      return { wav: writeWav({ sampleRate: TELEPHONE_HZ, samples }), durationMs };
    });
  }

  return {
    async say(utterance) {
      const path = join(cacheFolder, `${keyOf(utterance)}.wav`);
      const known = underWay.get(path);
      if (known) return await known;
      const finding = find(utterance, path);
      underWay.set(path, finding);
      try {
        return await finding;
      } finally {
        underWay.delete(path);
      }
    },
    sayAnew,
  };
}

function keyOf({ text, language, voice = '' }: Utterance): string {
  if (!/^[A-Za-z0-9-]+$/.test(language)) throw new Error(`"${language}" is no language.`);
  return createHash('sha256')
    .update(JSON.stringify([MAKING, text, language, voice]))
    .digest('hex');
}

function readWavOf(path: string, file: Buffer) {
  try {
    return readWav(file);
  } catch (error) {
    throw new Error(`${path} cannot be played. ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

/** Texts are people's too: without a bound who changes theirs again and again fills the disk. A quarter goes at once. */
async function forgetOldest(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.wav'));
  if (names.length <= most) return;
  const kept = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Another process may have taken it away meanwhile.
      const file = await stat(path).catch(() => null);
      return { path, madeMs: file?.mtimeMs ?? 0 };
    }),
  );
  const oldest = kept.toSorted((a, b) => a.madeMs - b.madeMs).slice(0, names.length - Math.floor((most * 3) / 4));
  await Promise.all(oldest.map(async ({ path }) => await rm(path, { force: true })));
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether it can be read and is as long as it says. */
async function isWhole(path: string): Promise<boolean> {
  try {
    const file = await readFile(path);
    return readWav(file).sampleRate === TELEPHONE_HZ && file.readUInt32LE(4) + 8 === file.length;
  } catch {
    return false;
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    // On the disk before it has its name: else the name may outlive a power cut without the sound.
    await writeFile(draft, bytes, { flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
