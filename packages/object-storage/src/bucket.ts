import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './settings.ts';

/** Objects of a bucket, each by its key: folders and a name of A-Z, a-z, 0-9, `_`, `-` and `.`. All of it rejects with a BucketError. */
export type Bucket = {
  /** Writes it whole, in the place of what was there. Says whether the bucket keeps versions of what is written over and deleted. */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<{ keepsVersions: boolean }>;
  /** The whole object; null: there is none. */
  get(key: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** What is gone already is no error. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
};

/** Neither the key nor the secret stands in it. */
export class BucketError extends Error {
  /** The status of the answer; null: there was none. */
  readonly status: number | null;
  /** What the service calls it, such as `NoSuchBucket`; null: nothing that can be read. */
  readonly code: string | null;

  constructor(what: string, status: number | null, code: string | null) {
    super(what);
    this.name = 'BucketError';
    this.status = status;
    this.code = code;
  }
}

export type BucketBounds = {
  /** One try, with what is sent and read. */
  tryMs: number;
  tries: number;
  /** Before the second try, and twice as long before each further one. */
  firstPauseMs: number;
  /** Larger objects are not read. */
  mostBytes: number;
};

const USUAL: BucketBounds = { tryMs: 20_000, tries: 3, firstPauseMs: 200, mostBytes: 16 * 1024 * 1024 };
const MOST_ERROR_BYTES = 16 * 1024;

type Answer = { status: number; headers: Headers; body: Buffer };
type Asked = { method: 'PUT' | 'GET' | 'DELETE'; key: string; body?: Uint8Array; signal?: AbortSignal | undefined };

/**
 * Asks with a signature of version 4 over the body's own hash. Follows no redirect. What was not answered, or with 408, 429 or 5xx, is tried
 * again, a few times; all of these may come twice.
 */
export function openBucket(settings: BucketSettings, bounds: Partial<BucketBounds> = {}): Bucket {
  const bound = { ...USUAL, ...bounds };
  const ask = async (asked: Asked) => await triedAgain(async () => await askOnce(settings, bound, asked), bound, asked);
  return {
    async put(key, bytes, signal) {
      const answer = await ask({ method: 'PUT', key, body: bytes, signal });
      if (answer.status !== 200) throw refused(answer);
      const version = answer.headers.get('x-amz-version-id');
      return { keepsVersions: version !== null && version !== 'null' };
    },
    async get(key, signal) {
      const answer = await ask({ method: 'GET', key, signal });
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 && codeIn(answer.body) !== 'NoSuchBucket') return null;
      throw refused(answer);
    },
    async remove(key, signal) {
      const answer = await ask({ method: 'DELETE', key, signal });
      if (answer.status === 404 && codeIn(answer.body) !== 'NoSuchBucket') return;
      if (answer.status !== 204 && answer.status !== 200) throw refused(answer);
    },
  };
}

async function triedAgain(once: () => Promise<Answer>, bound: BucketBounds, { signal }: Asked): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await once();
      const isPassing = answer.status === 408 || answer.status === 429 || answer.status >= 500;
      if (!isPassing || tried >= bound.tries) return answer;
    } catch (error) {
      if (tried >= bound.tries || signal?.aborted === true) throw error;
    }
    const pauseMs = bound.firstPauseMs * 2 ** (tried - 1) * (0.75 + Math.random() / 2);
    await wait(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw new BucketError('it was given up', null, null);
    });
  }
}

async function askOnce(settings: BucketSettings, bound: BucketBounds, asked: Asked): Promise<Answer> {
  const { method, key, body, signal } = asked;
  const signer = new AwsV4Signer({
    method,
    url: addressOf(settings, key).href,
    service: 's3',
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body === undefined ? {} : { 'content-type': 'audio/wav' }),
    },
  });
  const { url, headers } = await signer.sign();
  const timeout = AbortSignal.timeout(bound.tryMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const most = response.status === 200 ? bound.mostBytes : MOST_ERROR_BYTES;
    return { status: response.status, headers: response.headers, body: await bodyOf(response, most) };
  } catch (error) {
    if (error instanceof BucketError) throw error;
    throw new BucketError(whyOf(error, timeout), null, null);
  }
}

function addressOf({ endpoint, bucket, isInPath, prefix }: BucketSettings, key: string): URL {
  const url = new URL(endpoint);
  if (!isInPath) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${isInPath ? `/${bucket}` : ''}/${prefix}${key}`;
  return url;
}

async function bodyOf(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new BucketError(`its answer is longer than ${most} bytes`, response.status, null);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function whyOf(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'no answer in time';
  const { cause, name } = error as Error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  return `no answer: ${code}`;
}

function refused({ status, body }: Answer): BucketError {
  const code = codeIn(body);
  return new BucketError(`answered ${status}${code === null ? '' : ` (${code})`}`, status, code);
}

/** What a service says with an error may hold the access key: the error's name alone is read. */
function codeIn(body: Buffer): string | null {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(body.toString('latin1'))?.[1] ?? null;
}
