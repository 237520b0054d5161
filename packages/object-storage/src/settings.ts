import { z } from 'zod';

/** A bucket of a service that speaks the API of Amazon S3. */
export type BucketSettings = {
  /** Without a path. */
  endpoint: URL;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name stands in the path; else in front of the host's name. */
  isInPath: boolean;
  /** In front of every key: empty, or with a slash at its end. */
  prefix: string;
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What is wrong is not said again: people put keys into addresses. */
const endpoint = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (
    url === null ||
    !isSafe ||
    `${url.username}${url.password}${url.search}${url.hash}` !== '' ||
    url.pathname !== '/'
  ) {
    context.addIssue('expected https://host, without a login, a path or a query; http:// on this machine alone');
    return z.NEVER;
  }
  return url;
});

const visible = z.string().regex(/^[\x21-\x7e]{1,1024}$/, 'must be one piece without spaces');

/** The variables by which it is set; without `FARLINE_S3_BUCKET` there is none. */
export const bucketVariables = {
  FARLINE_S3_ENDPOINT: endpoint.optional(),
  FARLINE_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  FARLINE_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens')
    .optional(),
  FARLINE_S3_ACCESS_KEY_ID: visible.optional(),
  FARLINE_S3_SECRET_ACCESS_KEY: visible.optional(),
  FARLINE_S3_PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  FARLINE_S3_PREFIX: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-]{1,100}\/?){0,5}$/, 'must be folders of A-Z, a-z, 0-9, _ and - such as farline/sound')
    .default(''),
};

type Given = z.output<z.ZodObject<typeof bucketVariables>>;

const PARTS = [
  'FARLINE_S3_BUCKET',
  'FARLINE_S3_ENDPOINT',
  'FARLINE_S3_ACCESS_KEY_ID',
  'FARLINE_S3_SECRET_ACCESS_KEY',
] as const;

/** Who sets one of them waits for a bucket: what it lacks is named. */
export function bucketIsWhole(given: Given, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const set = PARTS.filter((name) => given[name] !== undefined);
  if (set.length === 0) return;
  for (const name of PARTS) {
    if (given[name] !== undefined) continue;
    context.addIssue({ code: 'custom', path: [name], message: `is missing, and ${set[0]} is set` });
  }
}

/** The bucket that the variables name; null: none. */
export function bucketOf(given: Given): BucketSettings | null {
  const { FARLINE_S3_ENDPOINT: url, FARLINE_S3_BUCKET: bucket, FARLINE_S3_PREFIX: prefix } = given;
  const { FARLINE_S3_ACCESS_KEY_ID: accessKeyId, FARLINE_S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (url === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return null;
  }
  return {
    endpoint: url,
    region: given.FARLINE_S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    isInPath: given.FARLINE_S3_PATH_STYLE === 'on',
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
  };
}
