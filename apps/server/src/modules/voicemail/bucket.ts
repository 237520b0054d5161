import { objectOfSound } from '@farline/contracts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problems.ts';
import type { RecordingName } from './voicemail-store.ts';

/** Where sound is kept for good, if not in the data folder. Every request has an end; what fails rejects with a sentence that names no secret. */
export type Bucket = {
  /** Writes it whole, in the place of what was there. */
  put: (key: string, bytes: Uint8Array, signal?: AbortSignal) => Promise<unknown>;
  /** The whole object; null: there is none. */
  get: (key: string, signal?: AbortSignal) => Promise<Buffer | null>;
  /** What is gone already is no error. */
  remove: (key: string, signal?: AbortSignal) => Promise<void>;
};

/** The sound of a message or of a greeting. */
export type Sound = RecordingName & { kind: 'voicemail' | 'greeting' };

/** The data folder holds it no more, and who holds it does not answer. */
export const soundUnavailable = () =>
  new Problem('sound_unavailable', 503, 'This recording can’t be fetched right now. Try again in a minute.', {
    retryAfterSeconds: 30,
  });

/**
 * Gives what reads sound wherever it is: in the data folder, or in the bucket, where it is whole before its file goes. Null: it is nowhere.
 * Throws `soundUnavailable`.
 */
export function soundReader(
  { bucket, log }: { bucket: Bucket | null; log: Pick<Log, 'error'> },
  { kind, read }: { kind: Sound['kind']; read: (name: RecordingName) => Promise<Buffer | null> },
): (name: RecordingName) => Promise<Buffer | null> {
  return async ({ id, accountId }) => {
    const bytes = await read({ id, accountId });
    if (bytes !== null || bucket === null) return bytes;
    try {
      return await bucket.get(objectOfSound({ kind, accountId, id }));
    } catch (error) {
      log.error({ err: error, [kind]: id }, 'a sound could not be fetched from the bucket');
      throw soundUnavailable();
    }
  };
}
