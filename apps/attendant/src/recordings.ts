import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ARRIVED_FOLDER } from '@farline/contracts/voicemail/attendant';
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
}

const DRAFTS = 'drafts';
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
const LEFT_BEHIND_MS = 60 * 60_000;

/** Files of 8 kHz WAV. What others left behind when they were killed is taken away once it is an hour old. */
export async function createRecordings(folder: string, keepFreeBytes: number): Promise<Recordings> {
  const [drafts, arrived] = [join(folder, DRAFTS), join(folder, ARRIVED_FOLDER)];
  await mkdir(drafts, { recursive: true });
  await mkdir(arrived, { recursive: true });
  await removeLeftBehind(drafts);
  return {
    async draft(callId) {
      try {
        const { bavail, bsize } = await statfs(drafts);
        if (bavail * bsize < keepFreeBytes) return null;
        const path = join(drafts, `${callId}.${randomUUID()}.wav`);
        return new FileDraft(path, join(arrived, `${callId}.wav`), await open(path, 'wx+'));
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

class FileDraft implements Draft {
  readonly #path: string;
  readonly #target: string;
  readonly #file: FileHandle;
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
    const bytes = Buffer.from(writeWav({ sampleRate: SAMPLE_RATE, samples }).subarray(HEADER_BYTES));
    const position = HEADER_BYTES + this.#written * SAMPLE_BYTES;
    this.#written += samples.length;
    this.#write(bytes, position);
    return !this.#hasFailed;
  }

  async empty(): Promise<void> {
    await this.#writing;
    this.#written = 0;
  }

  async samples(): Promise<Int16Array> {
    await this.#writing;
    const samples = new Int16Array(this.#written);
    if (this.#hasFailed) return new Int16Array();
    await this.#file.read(new Uint8Array(samples.buffer), 0, samples.byteLength, HEADER_BYTES);
    return samples;
  }

  async keep(samples: number): Promise<boolean> {
    const length = Math.min(samples, this.#written);
    this.#write(headerOf(length), 0);
    await this.#writing;
    if (this.#hasFailed) return false;
    try {
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

  /** One after the other; the first that fails is the last. */
  #write(bytes: Uint8Array, position: number): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#hasFailed) return;
      try {
        await this.#file.write(bytes, 0, bytes.length, position);
      } catch {
        this.#hasFailed = true;
      }
    });
  }
}

/** The header of a WAV file whose samples follow. */
function headerOf(samples: number): Buffer {
  const header = writeWav({ sampleRate: SAMPLE_RATE, samples: new Int16Array() });
  header.writeUInt32LE(HEADER_BYTES - 8 + samples * SAMPLE_BYTES, 4);
  header.writeUInt32LE(samples * SAMPLE_BYTES, 40);
  return header;
}
