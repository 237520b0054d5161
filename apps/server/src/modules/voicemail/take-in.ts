import type { Clock } from '../../platform/clock.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Log } from '../../platform/log.ts';
import { eachInTurn } from '../../platform/in-turn.ts';
import type { Bucket } from './bucket.ts';
import { insertObject } from './objects-store.ts';
import type { ArrivedRecording, RecordingFiles } from './recording-files.ts';
import type { Transcribe } from './transcribe-voicemails.ts';
import { queueTranscript } from './transcripts-store.ts';
import { insertRecording, type NewRecording, type Recording } from './voicemail-store.ts';

export type TakeInDeps = {
  database: Database;
  clock: Clock;
  files: RecordingFiles;
  log: Log;
  /** Null: nobody writes messages down. */
  transcribe: Transcribe | null;
  /** Where sound is moved to; null: it stays. */
  bucket: Bucket | null;
  /** Who was called, and who called; null: there is no such call that came in. */
  callThatCameIn: (
    db: Executor,
    callId: string,
  ) => Promise<Pick<Recording, 'accountId' | 'number' | 'from' | 'fromText' | 'callerDoubt' | 'at'> | null>;
};

const MOST_AT_ONCE = 100;
/** So much sound of an account is sent out to be written down on a day: as much as a mailbox holds. */
const TRANSCRIBED_A_DAY_MS = 2 * 60 * 60_000;
/** What another installation, in the same folder, has not taken until then is nobody's. */
const OF_NOBODY_MS = 24 * 60 * 60_000;

/**
 * Gives what takes in what the attendant has left, a page of it at a time: what cannot be taken in, or is nobody's, keeps no other message
 * waiting.
 */
export function takingIn(deps: TakeInDeps): () => Promise<void> {
  return eachInTurn<ArrivedRecording>({
    most: MOST_AT_ONCE,
    read: async (after) => await deps.files.arrived(MOST_AT_ONCE, after?.id ?? null),
    work: async (arrived) => await takeIn(deps, arrived),
    failed: ({ id }, error) =>
      deps.log.error({ err: error, call: id }, 'a voicemail could not be taken in; it is tried again'),
  });
}

/**
 * Takes what the attendant has left: written down once, told once, and put where it is kept. Whoever is stopped in the middle, or does it
 * beside another, changes nothing of that. What belongs to no call, or to an account that is closed, is not ours to keep.
 */
async function takeIn(deps: TakeInDeps, { id, milliseconds, arrivedAt }: ArrivedRecording): Promise<void> {
  const call = await deps.callThatCameIn(deps.database, id);
  if (call === null) {
    if (deps.clock.now().getTime() - arrivedAt.getTime() > OF_NOBODY_MS) await deps.files.removeArrived(id);
    return;
  }
  const recording = { id, milliseconds, ...call };
  if (await isWrittenDown(deps, recording)) await deps.files.keep(recording);
  else await deps.files.remove(recording);
}

async function isWrittenDown(deps: TakeInDeps, recording: NewRecording): Promise<boolean> {
  const { database, clock, files, transcribe, bucket } = deps;
  const { id, accountId, number, from, at, milliseconds } = recording;
  return await inTransaction(database, async (tx) => {
    // Who closes the account now waits, and then deletes this too.
    const account = await lockAccount(tx, accountId);
    if (account === null || account.state === 'closed') return false;
    // Somebody else was quicker, and it may have been deleted since.
    if (!(await files.hasArrived(id))) return true;
    if (!(await insertRecording(tx, recording))) return true;
    const payload = { number, from, seconds: Math.ceil(milliseconds / 1000), at: at.toISOString() };
    if (bucket !== null) await insertObject(tx, { kind: 'voicemail', id, accountId, at: clock.now() });
    if (transcribe !== null) {
      const queued = { id, accountId, milliseconds, at: clock.now(), mostMilliseconds: TRANSCRIBED_A_DAY_MS };
      await queueTranscript(tx, queued);
    }
    await publish(tx, { type: 'voicemail.received', accountId, subjectId: id, payload });
    return true;
  });
}
