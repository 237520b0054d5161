import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ARRIVED_FOLDER, arrivedSound } from '@farline/contracts/voicemail/attendant';
import { SAMPLE_RATE, writeWav } from '@farline/sip-endpoint';
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

const DRAFTS = 'drafts';
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
/** So much sound, half a second, is gathered for one write, however small the packets are. */
const GATHERED_SAMPLES = SAMPLE_RATE / 2;
/** A disk that is so far behind the sound counts as one without room. */
const MOST_WAITING_SAMPLES = 10 * SAMPLE_RATE;
const LEFT_BEHIND_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Files of 8 kHz WAV. What others left behind when they were killed is taken away, within ten minutes, once it is an hour old. */
export async function createRecordings(folder: string, keepFreeBytes: number): Promise<Recordings> {
  const drafts = join(folder, DRAFTS);
  await mkdir(drafts, { recursive: true });
  await mkdir(join(folder, ARRIVED_FOLDER), { recursive: true });
  await removeLeftBehind(drafts);
  // A folder that cannot be read now is looked at again the next time.
  const sweeping = setInterval(() => void removeLeftBehind(drafts).catch(() => {}), SWEEP_EVERY_MS).unref();
  return {
    close: () => clearInterval(sweeping),
    async draft(callId) {
      try {
        const { bavail, bsize } = await statfs(drafts);
        if (bavail * bsize < keepFreeBytes) return null;
        const path = join(drafts, `${callId}.${randomUUID()}.wav`);
        return new FileDraft(path, join(folder, arrivedSound(callId)), await open(path, 'wx+'));
      } catch {
        return null;
      }
    },
  };
}

async function removeLeftBehind(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

/** A draft in a file of its own. What a failing disk has written until then stays. */
export class FileDraft implements Draft {
  readonly #path: string;
  readonly #target: string;
  readonly #file: FileHandle;
  readonly #gathered = new Int16Array(GATHERED_SAMPLES);
  #gatheredSamples = 0;
  #handedOn = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  #isDone = false;

  constructor(path: string, target: string, file: FileHandle) {
    this.#path = path;
    this.#target = target;
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
    if (!this.#isDone) await rm(this.#path, { force: true });
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

/** The header of a WAV file whose samples follow. */
function headerOf(samples: number): Buffer {
  const header = writeWav({ sampleRate: SAMPLE_RATE, samples: new Int16Array() });
  header.writeUInt32LE(HEADER_BYTES - 8 + samples * SAMPLE_BYTES, 4);
  header.writeUInt32LE(samples * SAMPLE_BYTES, 40);
  return header;
}
