import { type FileHandle, mkdir, open, realpath, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ARRIVED_FOLDER, arrivedSound } from '@farline/contracts/voicemail/attendant';
import { SAMPLE_RATE, writeWav } from '@farline/sip-endpoint';
import { DRAFTS, draftOf, takeDraft, takingLeftDrafts } from './left-drafts.ts';
import { HEADER_BYTES, headerOf, SAMPLE_BYTES } from './sound-file.ts';
import type { Sink } from './verbs/record.ts';

/** Sound that is being recorded: nobody else sees it until it is kept. */
export interface Draft extends Sink {
  /** Begins anew with nothing. */
  empty(): Promise<void>;
  /** What was recorded so far. */
  samples(): Promise<Int16Array>;
  /** Hands the first samples over, whole, as the call's recording. `false`: it could not be written. */
  keep(samples: number): Promise<boolean>;
  /** Takes it away, unless it was kept. */
  discard(): Promise<void>;
}

export interface Recordings {
  /** A new draft; null where the disk has too little room, or cannot be written to. */
  draft(callId: string): Promise<Draft | null>;
  /** Looks after nothing more; drafts that are open stay as they are. */
  close(): void;
}

/** So much sound, half a second, is gathered for one write, however small the packets are. */
const GATHERED_SAMPLES = SAMPLE_RATE / 2;
/** A disk that is so far behind the sound counts as one without room. */
const MOST_WAITING_SAMPLES = 10 * SAMPLE_RATE;
const LOOK_EVERY_MS = 30_000;

/** Files of 8 kHz WAV. What others left behind when they were killed is taken in at once, and looked for from then on. */
export async function createRecordings(
  folder: string,
  keepFreeBytes: number,
  log: (sentence: string) => void,
): Promise<Recordings> {
  // What callers say is nobody's who has an account on this machine.
  await mkdir(join(folder, DRAFTS), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, ARRIVED_FOLDER), { recursive: true, mode: 0o700 });
  // One folder has one name, whatever path leads there.
  const whole = await realpath(folder);
  const drafts = join(whole, DRAFTS);
  const looking = lookAgainAndAgain(takingLeftDrafts(whole, log), log);
  return {
    close: looking.stop,
    async draft(callId) {
      try {
        const { bavail, bsize } = await statfs(drafts);
        if (bavail * bsize <= keepFreeBytes) return null;
        return await openDraft(join(drafts, draftOf(callId, randomUUID())), join(folder, arrivedSound(callId)));
      } catch {
        return null;
      }
    },
  };
}

async function openDraft(path: string, target: string): Promise<Draft | null> {
  const giveBack = await takeDraft(path);
  if (giveBack === null) return null;
  try {
    return new FileDraft({ path, target, giveBack }, await open(path, 'wx+'));
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** One time after the other, however long each takes. A folder that can't be read now is looked at again the next time. */
function lookAgainAndAgain(look: () => Promise<void>, log: (sentence: string) => void): { stop(): void } {
  let isLooking = false;
  const lookOnce = async () => {
    if (isLooking) return;
    isLooking = true;
    await look().catch((error: unknown) => log(`Drafts that were left can't be looked for: ${String(error)}`));
    isLooking = false;
  };
  void lookOnce();
  const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** A draft in a file of its own. What a failing disk has written until then stays. */
export class FileDraft implements Draft {
  readonly #path: string;
  readonly #target: string;
  /** Says that nobody writes it any more. */
  readonly #giveBack: () => void;
  readonly #file: FileHandle;
  readonly #gathered = new Int16Array(GATHERED_SAMPLES);
  #gatheredSamples = 0;
  #handedOn = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  #isDone = false;

  constructor(named: { path: string; target: string; giveBack: () => void }, file: FileHandle) {
    this.#path = named.path;
    this.#target = named.target;
    this.#giveBack = named.giveBack;
    this.#file = file;
  }

  append(samples: Int16Array): boolean {
    const waiting = this.#handedOn - this.#written + this.#gatheredSamples;
    if (this.#hasFailed || waiting + samples.length > MOST_WAITING_SAMPLES) return false;
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + GATHERED_SAMPLES - this.#gatheredSamples);
      this.#gathered.set(part, this.#gatheredSamples);
      this.#gatheredSamples += part.length;
      at += part.length;
      if (this.#gatheredSamples === GATHERED_SAMPLES) this.#handOn();
    }
    return true;
  }

  async empty(): Promise<void> {
    await this.#writing;
    [this.#gatheredSamples, this.#handedOn, this.#written] = [0, 0, 0];
    // What the caller took back is nothing that a killed one leaves behind.
    await this.#file.truncate(0).catch(() => (this.#hasFailed = true));
  }

  async samples(): Promise<Int16Array> {
    this.#handOn();
    await this.#writing;
    const samples = new Int16Array(this.#written);
    try {
      await this.#file.read(new Uint8Array(samples.buffer), 0, samples.byteLength, HEADER_BYTES);
      return samples;
    } catch {
      return new Int16Array();
    }
  }

  async keep(samples: number): Promise<boolean> {
    this.#handOn();
    await this.#writing;
    const length = Math.min(samples, this.#written);
    try {
      if (length === 0) return false;
      await this.#file.write(headerOf(length), 0, HEADER_BYTES, 0);
      await this.#file.truncate(HEADER_BYTES + length * SAMPLE_BYTES);
      await this.#file.sync();
      await rename(this.#path, this.#target);
      this.#isDone = true;
      return true;
    } catch {
      return false;
    } finally {
      await this.#file.close().catch(() => {});
    }
  }

  async discard(): Promise<void> {
    await this.#writing;
    await this.#file.close().catch(() => {});
    try {
      if (!this.#isDone) await rm(this.#path, { force: true });
    } finally {
      this.#giveBack();
    }
  }

  /** Hands what was gathered on to the disk, one piece after the other; the first that fails is the last. */
  #handOn(): void {
    const samples = this.#gathered.subarray(0, this.#gatheredSamples);
    const bytes = writeWav({ sampleRate: SAMPLE_RATE, samples }).subarray(HEADER_BYTES);
    const position = HEADER_BYTES + this.#handedOn * SAMPLE_BYTES;
    this.#handedOn += samples.length;
    this.#gatheredSamples = 0;
    this.#writing = this.#writing.then(async () => await this.#write(bytes, position));
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    if (this.#hasFailed) return;
    try {
      const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, position);
      this.#written += Math.floor(bytesWritten / SAMPLE_BYTES);
      this.#hasFailed = bytesWritten < bytes.length;
    } catch {
      this.#hasFailed = true;
    }
  }
}
