import { objectOfSound } from '@farline/contracts/voicemail/attendant';
import { type BucketSettings, openBucket } from '@farline/object-storage';

/** Sound that lies in the folder of the voicemails no more. Null: it lies nowhere. Rejects where that cannot be said in time. */
export type MovedSound = (sound: Parameters<typeof objectOfSound>[0]) => Promise<Buffer | null>;

/** Somebody listens meanwhile. */
const FETCHED_WITHIN_MS = 8_000;
/** More than the longest message. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Fetches it from the bucket that the server moves it to; without one it lies nowhere. */
export function movedSound(bucket: BucketSettings | null): MovedSound {
  if (bucket === null) return async () => null;
  const { get } = openBucket(bucket, { tryMs: FETCHED_WITHIN_MS, tries: 1, mostBytes: MOST_BYTES });
  return async (sound) => await get(objectOfSound(sound));
}
