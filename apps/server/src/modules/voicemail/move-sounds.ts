import { objectOfSound } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import { NIL } from '../../platform/in-turn.ts';
import type { Log } from '../../platform/log.ts';
import type { Tick } from '../../platform/ticks.ts';
import type { Bucket, Sound } from './bucket.ts';
import {
  areObjectsStored,
  deleteObject,
  type DueObject,
  insertObjectsOfGreetings,
  insertObjectsOfRecordings,
  markStored,
  postponeObject,
  settleObject,
  takeDueObjects,
} from './objects-store.ts';
import { createServiceRest, type ServiceRest } from './service-rest.ts';
import type { RecordingName } from './voicemail-store.ts';

/** The files of the data folder. */
type Files = {
  /** Null: there is none. */
  read: (name: RecordingName) => Promise<Buffer | null>;
  /** What is gone already is no error. */
  remove: (name: RecordingName) => Promise<void>;
};

export type MoveSoundsDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  /** Null: sound stays in the data folder. */
  bucket: Bucket | null;
  filesOf: Record<Sound['kind'], Files>;
  random?: () => number;
};

const MOST_UNDER_WAY = 4;
const MOST_ROUNDS = 100;
/** Longer than a bucket is waited for, with all its tries: a process that dies meanwhile leaves the sound to another. */
const TAKEN_FOR_MS = 5 * 60_000;
const LISTED_AT_ONCE = 200;
/** What a process without a bucket has taken in is found then. */
const LIST_AGAIN_MS = 60 * 60_000;

/**
 * Moves the sound of messages and greetings from the data folder to the bucket, and takes that of deleted ones away there. A file goes once all
 * of it is in the bucket; an object goes before its row does. What fails is tried again: a bucket that fails rests, for longer each time.
 */
export function movingSounds(deps: MoveSoundsDeps): Pick<Tick, 'run'> {
  const { database, clock, log, bucket, random = Math.random } = deps;
  const service = createServiceRest({ clock, random });
  const listFiles = listingFiles(deps);
  let isTold = false;
  return {
    run: async (stopping = new AbortController().signal) => {
      if (bucket === null) {
        if (!isTold && (await areObjectsStored(database))) {
          log.error('recordings lie in a bucket, and FARLINE_S3_BUCKET is not set: nobody can hear or delete them');
        }
        isTold = true;
        return;
      }
      await listFiles();
      for (let round = 0; round < MOST_ROUNDS && !stopping.aborted && service.isOver(); round += 1) {
        const now = clock.now();
        const takenUntil = new Date(now.getTime() + TAKEN_FOR_MS);
        const due = await takeDueObjects(database, { now, takenUntil, most: MOST_UNDER_WAY });
        await Promise.all(due.map((one) => step({ ...deps, bucket, service }, one, stopping)));
        if (due.length < MOST_UNDER_WAY) return;
      }
    },
  };
}

type StepDeps = Omit<MoveSoundsDeps, 'bucket'> & { bucket: Bucket; service: ServiceRest };

async function step(deps: StepDeps, due: DueObject, stopping: AbortSignal): Promise<void> {
  const { database, clock, log, service } = deps;
  try {
    await (due.isDeleted ? takeAway(deps, due, stopping) : move(deps, due, stopping));
    service.works();
  } catch (error) {
    // Its next try is at once, in another process or after the start.
    const dueAt = stopping.aborted ? clock.now() : service.rest(0);
    if (!stopping.aborted) {
      log.error(
        { err: error, [due.kind]: due.id },
        'a sound could not be moved to the bucket, or deleted there; it is tried again',
      );
    }
    await postponeObject(database, due, dueAt);
  }
}

async function takeAway(
  { database, bucket }: Pick<StepDeps, 'database' | 'bucket'>,
  due: DueObject,
  stopping: AbortSignal,
): Promise<void> {
  await bucket.remove(objectOfSound(due), stopping);
  await deleteObject(database, due);
}

async function move(
  { database, bucket, filesOf, log }: StepDeps,
  due: DueObject,
  stopping: AbortSignal,
): Promise<void> {
  const key = objectOfSound(due);
  const files = filesOf[due.kind];
  if (!due.isStored) {
    const bytes = await files.read(due);
    if (bytes !== null) await bucket.put(key, bytes, stopping);
    else if ((await bucket.get(key, stopping)) === null) {
      log.error(
        { [due.kind]: due.id },
        'the sound of a voicemail or greeting is neither in the data folder nor in the bucket',
      );
      return await deleteObject(database, due);
    }
    const marked = await markStored(database, due);
    if (marked === 'deleted') return await takeAway({ database, bucket }, due, stopping);
    if (marked === 'taken') return;
  }
  await files.remove(due);
  await settleObject(database, due);
}

/** Lists what lay in the data folder before there was a bucket: all of it at the start, and once an hour. */
function listingFiles({ database, clock }: MoveSoundsDeps): () => Promise<void> {
  let nextAt = new Date(0);
  return async () => {
    const at = clock.now();
    if (at < nextAt) return;
    for (const list of [insertObjectsOfRecordings, insertObjectsOfGreetings]) await listAll(database, at, list);
    nextAt = new Date(at.getTime() + LIST_AGAIN_MS);
  };
}

async function listAll(
  db: Executor,
  at: Date,
  list: (db: Executor, page: { after: string; at: Date; most: number }) => Promise<string[]>,
): Promise<void> {
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const ids: string[] = await list(db, { after, at, most: LISTED_AT_ONCE });
    after = ids.length < LISTED_AT_ONCE ? undefined : ids.at(-1);
  }
}
