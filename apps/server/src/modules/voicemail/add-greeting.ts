import { GREETING_LIMITS } from '@farline/contracts';
import { isSilent, readRecording, TELEPHONE_HZ, telephoneSound } from '@farline/speech';
import { writeWav } from '@farline/sip-endpoint/wav';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newWork, type Work } from '../../platform/work.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Bucket } from './bucket.ts';
import type { GreetingFiles } from './greeting-files.ts';
import { greetingNotFound, greetingNotSaved, tooManyGreetings, unreadableSound } from './greeting-problems.ts';
import type { SpokenLanguage } from './greetings.ts';
import {
  announceFile,
  countGreetings,
  findGreeting,
  insertGreeting,
  takeOffList,
  type StoredGreeting,
} from './greetings-store.ts';
import { insertObject } from './objects-store.ts';

export type AddGreetingDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  files: GreetingFiles;
  /** Where sound is moved to; null: it stays. */
  bucket: Bucket | null;
};

/** Shorter than this nobody says anything. */
const LEAST_SAMPLES = TELEPHONE_HZ / 2;
/** A file is written within it, however slow the disk. */
const WRITTEN_WITHIN_MS = 10 * 60_000;

/** Adds words that are read out to the greetings of an account. Refuses one too many. One that its work has added is given as it is. */
export async function writeGreeting(
  deps: Pick<AddGreetingDeps, 'database' | 'clock'>,
  written: { accountId: string; name: string; language: SpokenLanguage; text: string },
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<StoredGreeting> {
  const greeting: StoredGreeting = { kind: 'spoken', id, ...written };
  const added = mayBeDone ? await findGreeting(deps.database, greeting) : null;
  if (added !== null) return added;
  await inTransaction(deps.database, async (tx) => await insertWithRoom(tx, greeting, deps.clock.now()));
  return greeting;
}

/**
 * Adds a recording to the greetings of an account, as telephones carry it. Refuses what is no sound that can be read, and one too many. Its file
 * is announced before it is written: whoever is stopped in the middle leaves nothing behind for good.
 */
export async function recordGreeting(
  deps: AddGreetingDeps,
  recorded: { accountId: string; name: string; file: Uint8Array },
): Promise<StoredGreeting> {
  const { database, clock, log, files, bucket } = deps;
  const { accountId, name, file } = recorded;
  if ((await countGreetings(database, accountId)) >= GREETING_LIMITS.greetings) throw tooManyGreetings();
  const samples = await soundOf(file);
  const at = clock.now();
  const milliseconds = Math.ceil((samples.length * 1000) / TELEPHONE_HZ);
  const greeting: StoredGreeting = { kind: 'recorded', id: newId(at), accountId, name, milliseconds };
  const { id } = greeting;
  await announceFile(database, { id, accountId, dueAt: new Date(at.getTime() + WRITTEN_WITHIN_MS) });
  try {
    await files.write(greeting, writeWav({ sampleRate: TELEPHONE_HZ, samples }));
  } catch (error) {
    log.error({ err: error, account: accountId }, 'a greeting could not be written');
    throw greetingNotSaved();
  }
  await inTransaction(database, async (tx) => {
    if (!(await takeOffList(tx, id))) throw greetingNotSaved();
    await insertWithRoom(tx, greeting, at);
    if (bucket !== null) await insertObject(tx, { kind: 'greeting', id, accountId, at });
  });
  return greeting;
}

async function soundOf(file: Uint8Array): Promise<Int16Array> {
  const recording = readRecording(file, { mostSeconds: GREETING_LIMITS.seconds });
  if (typeof recording === 'string') throw unreadableSound[recording]();
  const samples = await telephoneSound(recording);
  if (samples.length < LEAST_SAMPLES) throw unreadableSound.too_short();
  if (isSilent(samples)) throw unreadableSound.silent();
  return samples;
}

async function insertWithRoom(tx: Transaction, greeting: StoredGreeting, at: Date): Promise<void> {
  const { id, accountId } = greeting;
  const account = await lockAccount(tx, accountId);
  if (account === null || account.state === 'closed') throw greetingNotFound();
  if ((await countGreetings(tx, accountId)) >= GREETING_LIMITS.greetings) throw tooManyGreetings();
  await insertGreeting(tx, { ...greeting, at });
  await publish(tx, { type: 'greeting.changed', accountId, subjectId: id });
}
