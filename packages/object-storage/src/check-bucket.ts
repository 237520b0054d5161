import { randomUUID } from 'node:crypto';
import { type Bucket, BucketError } from './bucket.ts';

/** `sentence`: what an operator reads, behind the name of the setting that is probably wrong. */
export type BucketCheck =
  | { state: 'works'; keepsVersions: boolean }
  /** It may be there in a minute. */
  | { state: 'unreachable'; why: string }
  | { state: 'refused'; sentence: string };

/** Writes an object, reads it and takes it away again: all that is needed of a bucket, and nothing else. */
export async function checkBucket(bucket: Bucket, name: string): Promise<BucketCheck> {
  const key = `check-${randomUUID()}`;
  try {
    const { keepsVersions } = await bucket.put(key, Buffer.from(key));
    const found = await bucket.get(key);
    await bucket.remove(key);
    if (found?.toString() === key) return { state: 'works', keepsVersions };
    return { state: 'refused', sentence: 'FARLINE_S3_BUCKET: what was written there is not what is read there' };
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const { status, message } = error;
    if (status === null || status >= 500 || status === 408 || status === 429) {
      return { state: 'unreachable', why: message };
    }
    return { state: 'refused', sentence: sentenceOf(error, name) };
  }
}

function sentenceOf({ status, code, message }: BucketError, name: string): string {
  if (code === 'NoSuchBucket' || (status === 404 && code === null)) {
    return `FARLINE_S3_BUCKET: there is no bucket ${name} at FARLINE_S3_ENDPOINT`;
  }
  if (code === 'InvalidAccessKeyId') return 'FARLINE_S3_ACCESS_KEY_ID is not known to the service';
  if (code === 'SignatureDoesNotMatch') {
    return 'FARLINE_S3_ACCESS_KEY_ID is not known to the service, or FARLINE_S3_SECRET_ACCESS_KEY is not its secret';
  }
  if (code === 'RequestTimeTooSkewed') return "The clock of this machine is not that of FARLINE_S3_ENDPOINT's service";
  if (code === 'AuthorizationHeaderMalformed' || status === 301 || status === 307 || code === 'InvalidRegion') {
    return `FARLINE_S3_REGION or FARLINE_S3_ENDPOINT is not that of the bucket ${name}: it ${message}`;
  }
  if (status === 403 || status === 401) {
    return `FARLINE_S3_ACCESS_KEY_ID may not write, read and delete in the bucket ${name}: it ${message}`;
  }
  return `FARLINE_S3_ENDPOINT or FARLINE_S3_BUCKET is wrong: the service ${message}`;
}
