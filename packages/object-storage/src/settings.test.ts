import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bucketIsWhole, bucketOf, bucketVariables } from './settings.ts';

const variables = z.object(bucketVariables).superRefine(bucketIsWhole);

/** What an environment says of a bucket. Throws with every variable that is wrong. */
function readBucket(env: Record<string, string>): z.output<typeof variables> {
  const read = variables.safeParse(env);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
}

const WHOLE = {
  FARLINE_S3_ENDPOINT: 'https://s3.example.net/',
  FARLINE_S3_BUCKET: 'farline-sound',
  FARLINE_S3_ACCESS_KEY_ID: 'AKIA',
  FARLINE_S3_SECRET_ACCESS_KEY: 'a+secret/of=40',
};

test('without a variable there is no bucket', () => {
  expect(bucketOf(readBucket({}))).toBeNull();
});

test('a bucket is named by its endpoint, its name and its key; the rest is as usual', () => {
  expect(bucketOf(readBucket(WHOLE))).toEqual({
    endpoint: new URL('https://s3.example.net'),
    region: 'us-east-1',
    bucket: 'farline-sound',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a+secret/of=40',
    isInPath: true,
    prefix: '',
  });
  expect(
    bucketOf(readBucket({ ...WHOLE, FARLINE_S3_PATH_STYLE: 'off', FARLINE_S3_PREFIX: 'farline/sound' })),
  ).toMatchObject({ isInPath: false, prefix: 'farline/sound/' });
});

test.each(Object.keys(WHOLE))('a bucket without %s is none, and that is said', (name) => {
  const { [name as keyof typeof WHOLE]: _, ...rest } = WHOLE;
  expect(() => readBucket(rest)).toThrow(`${name} is missing`);
});

describe('is refused, without being said again', () => {
  test.each([
    ['FARLINE_S3_ENDPOINT', 'http://s3.example.net'],
    ['FARLINE_S3_ENDPOINT', 'https://key:hidden@s3.example.net'],
    ['FARLINE_S3_ENDPOINT', 'https://s3.example.net/hidden'],
    ['FARLINE_S3_ENDPOINT', 'https://s3.example.net/?hidden'],
    ['FARLINE_S3_ENDPOINT', 's3.example.net'],
    ['FARLINE_S3_BUCKET', 'Hidden_Bucket'],
    ['FARLINE_S3_BUCKET', 'a/hidden'],
    ['FARLINE_S3_SECRET_ACCESS_KEY', 'hidden secret'],
    ['FARLINE_S3_ACCESS_KEY_ID', 'hidden\nkey'],
    ['FARLINE_S3_REGION', 'hidden/region'],
    ['FARLINE_S3_PATH_STYLE', 'hidden'],
    ['FARLINE_S3_PREFIX', '/hidden'],
    ['FARLINE_S3_PREFIX', 'a/../hidden'],
    ['FARLINE_S3_PREFIX', 'hidden prefix'],
  ])('%s=%s', (name, value) => {
    const read = () => readBucket({ ...WHOLE, [name]: value });
    expect(read).toThrow(new RegExp(`^${name} `));
    expect(read).not.toThrow(/hidden/i);
  });
});
