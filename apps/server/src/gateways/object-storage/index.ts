import { type Bucket, BucketError, type BucketSettings, checkBucket, openBucket } from '@farline/object-storage';
import { ConfigError } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { createConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';

/** So many objects are on their way at once, each whole in memory. */
const AT_ONCE = 16;
const MOST_WAITING = 200;

/**
 * A bucket of an S3 service. A setting that the service refuses is a ConfigError; one that does not answer now may do so later: sound waits for
 * it in the data folder.
 */
export async function openObjectStorage(
  settings: BucketSettings,
  { log }: { log: Pick<Log, 'info' | 'warn'> },
): Promise<Bucket> {
  const bucket = openBucket(settings);
  const where = { bucket: settings.bucket, endpoint: settings.endpoint.origin };
  const check = await checkBucket(bucket, settings.bucket);
  switch (check.state) {
    case 'refused':
      throw new ConfigError(check.sentence);
    case 'unreachable':
      log.warn(
        { ...where, why: check.why },
        'the bucket does not answer: recordings stay in the data folder until it does',
      );
      break;
    case 'works':
      if (check.keepsVersions)
        log.warn(where, 'the bucket keeps versions: what people delete stays there as an older one');
      else log.info(where, 'recordings are kept in a bucket');
  }
  const busy = () => new BucketError('too many objects are on their way', null, null);
  const limited = createConcurrencyLimit({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING, busy });
  return {
    put: async (key, bytes, signal) => await limited(async () => await bucket.put(key, bytes, signal)),
    get: async (key, signal) => await limited(async () => await bucket.get(key, signal)),
    remove: async (key, signal) => await limited(async () => await bucket.remove(key, signal)),
  };
}
