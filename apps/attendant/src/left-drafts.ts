import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ID_PATTERN } from '@farline/contracts/ids';
import { arrivedSound } from '@farline/contracts/voicemail/attendant';
import { SAMPLE_RATE } from '@farline/sip-endpoint';
import { LEAST_SAMPLES, TAIL_SAMPLES } from './least-message.ts';
import { heardUntil } from './loudness.ts';
import { HEADER_BYTES, headerOf, SAMPLE_BYTES } from './sound-file.ts';
import { takeName } from './take-name.ts';

/** What is recorded lies there until it is whole. */
export const DRAFTS = 'drafts';
/** `<call id>.<any id>.draft`. Without that ending it is not known whether somebody writes it still. */
const DRAFT = new RegExp(`^(${ID_PATTERN})\\.[0-9a-f-]{36}\\.draft$`);
export const draftOf = (callId: string, id: string): string => `${callId}.${id}.draft`;

/** As long as a packet of sound. */
const PIECE = SAMPLE_RATE / 50;
/** Longer than any message may be: whatever it is, it was not recorded here. */
const MOST_BYTES = HEADER_BYTES + 900 * SAMPLE_RATE * SAMPLE_BYTES;
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Whoever writes a draft, or looks after one that was left, has its name: nobody else has it meanwhile, and Linux takes it back from a process
 * that is killed. Null: somebody has it.
 */
export const takeDraft = async (path: string): Promise<(() => void) | null> => await takeName(`draft ${path}`);

/**
 * Gives what takes in the drafts that killed attendants left in a folder: what was said in each becomes a message as if its caller had hung up
 * then, once, whoever else looks at the same time. What can't be read or moved is told once and tried again; what is no draft is taken away when it is an hour old.
 */
export function takingLeftDrafts(folder: string, log: (sentence: string) => void): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    const names = await readdir(join(folder, DRAFTS));
    for (const name of told) if (!names.includes(name)) told.delete(name);
    for (const name of names) {
      try {
        await takeLeft(folder, name, log);
      } catch (error) {
        if (!told.has(name)) log(`The draft ${name} that was left can't be taken in: ${String(error)}`);
        told.add(name);
        // What may hold a message stays, whatever is wrong with the disk just now.
        if (error instanceof NoDraft) await removeIfOld(join(folder, DRAFTS, name));
      }
    }
  };
}

/** What lies there is none, whatever it is. */
class NoDraft extends Error {}

async function takeLeft(folder: string, name: string, log: (sentence: string) => void): Promise<void> {
  const callId = DRAFT.exec(name)?.[1];
  if (callId === undefined) throw new NoDraft('it has the name of no draft');
  const path = join(folder, DRAFTS, name);
  const giveBack = await takeDraft(path);
  if (giveBack === null) return;
  try {
    // Somebody else may have taken it in since the folder was read.
    const found = await stat(path).catch(() => null);
    if (found === null) return;
    if (!found.isFile()) throw new NoDraft('it is no file');
    const samples = await makeWhole(path);
    if (samples === 0) return await rm(path, { force: true });
    await rename(path, join(folder, arrivedSound(callId)));
    log(`${callId}: recovered ${(samples / SAMPLE_RATE).toFixed(1)} s of a message from an attendant that died`);
  } finally {
    giveBack();
  }
}

/** Makes a message of a draft, up to what was heard last, as any message ends; gives its samples. 0: nothing that is one was said. */
async function makeWhole(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new NoDraft(`it has ${size} bytes`);
    const sound = new Int16Array(Math.max(0, Math.floor((size - HEADER_BYTES) / SAMPLE_BYTES)));
    const { bytesRead } = await file.read(new Uint8Array(sound.buffer), 0, sound.byteLength, HEADER_BYTES);
    if (bytesRead < sound.byteLength) throw new Error('it is shorter than it was');
    const heard = heardUntil(sound, PIECE);
    if (heard < LEAST_SAMPLES) return 0;
    const samples = Math.min(sound.length, heard + TAIL_SAMPLES);
    await file.write(headerOf(samples), 0, HEADER_BYTES, 0);
    await file.truncate(HEADER_BYTES + samples * SAMPLE_BYTES);
    await file.sync();
    return samples;
  } finally {
    await file.close();
  }
}

async function removeIfOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true, recursive: true });
}
