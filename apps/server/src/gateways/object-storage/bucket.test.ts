import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BucketBounds, type BucketSettings, checkBucket, openBucket } from '@farline/object-storage';
import { startS3Server } from '@farline/tools/s3-server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../testing/test-app.ts';

const service = await startS3Server();
afterAll(async () => await service.close());

const SOUND = Buffer.alloc(3_000_000, 'sound');

function settingsIn(env: Record<string, string>): BucketSettings {
  const { bucket: settings } = testConfig('postgres://nowhere', env);
  if (settings === null) throw new Error('no bucket is set');
  return settings;
}

test('what is put is had as it was, under its prefix, until it is removed', async () => {
  const { env, keys } = await service.aBucket();
  const bucket = openBucket(settingsIn({ ...env, FARLINE_S3_PREFIX: 'farline/sound' }));

  expect(await bucket.put('a/b.wav', SOUND)).toEqual({ keepsVersions: false });
  expect(await keys()).toEqual(['farline/sound/a/b.wav']);
  expect((await bucket.get('a/b.wav'))?.equals(SOUND)).toBe(true);
  await bucket.put('a/b.wav', Buffer.from('another'));
  expect(String(await bucket.get('a/b.wav'))).toBe('another');

  await bucket.remove('a/b.wav');
  expect(await bucket.get('a/b.wav')).toBeNull();
  expect(await keys()).toEqual([]);
  await bucket.remove('a/b.wav');
});

test('a bucket that works is found to work, and nothing is left in it', async () => {
  const { name, env, keys } = await service.aBucket();
  expect(await checkBucket(openBucket(settingsIn(env)), name)).toEqual({ state: 'works', keepsVersions: false });
  expect(await keys()).toEqual([]);
});

test.each([
  ['a secret', { FARLINE_S3_SECRET_ACCESS_KEY: 'another-secret' }, /FARLINE_S3_SECRET_ACCESS_KEY is not its secret/],
  ['a key', { FARLINE_S3_ACCESS_KEY_ID: 'nobody:here' }, /FARLINE_S3_ACCESS_KEY_ID is not known/],
  ['a region', { FARLINE_S3_REGION: 'eu-central-9' }, /FARLINE_S3_REGION or FARLINE_S3_ENDPOINT is not that of/],
  ['a bucket', { FARLINE_S3_BUCKET: 'nobody-made-this' }, /FARLINE_S3_BUCKET: there is no bucket nobody-made-this/],
])('%s that is wrong is refused by the service, and named', async (_what, wrong, sentence) => {
  const { env, keys } = await service.aBucket();
  const settings = settingsIn({ ...env, ...wrong });
  const bucket = openBucket(settings);

  const check = await checkBucket(bucket, settings.bucket);
  expect(check).toEqual({ state: 'refused', sentence: expect.stringMatching(sentence) });
  expect(JSON.stringify(check)).not.toContain(settings.secretAccessKey);
  await expect(bucket.put('a.wav', SOUND)).rejects.toThrow(/^answered 4\d\d \(\w+\)$/);
  await expect(bucket.get('a.wav')).rejects.toThrow(/^answered 4/);
  await expect(bucket.remove('a.wav')).rejects.toThrow(/^answered 4/);
  expect(await keys()).toEqual([]);
});

/** A service that answers as it is told, and counts how often it is asked. */
async function answering(answer: (request: IncomingMessage, response: ServerResponse, time: number) => void) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => answer(request, response, asked));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const env = { ...service.envOf('anything'), FARLINE_S3_ENDPOINT: `http://127.0.0.1:${port}` };
  const open = (bounds: Partial<BucketBounds> = {}) => openBucket(settingsIn(env), { firstPauseMs: 1, ...bounds });
  return { open, asked: () => asked };
}

test('what a service cannot do now is asked for again, three times in all', async () => {
  const once = await answering((_request, response, time) => response.writeHead(time === 1 ? 503 : 200).end('sound'));
  expect(String(await once.open().get('a.wav'))).toBe('sound');
  expect(once.asked()).toBe(2);

  const never = await answering((_request, response) => response.writeHead(500).end('<Code>InternalError</Code>'));
  await expect(never.open().put('a.wav', SOUND)).rejects.toThrow('answered 500 (InternalError)');
  expect(never.asked()).toBe(3);
});

test('what a service refuses is not asked for again, and no redirect is followed', async () => {
  const refusing = await answering((_request, response) => response.writeHead(403).end());
  await expect(refusing.open().get('a.wav')).rejects.toThrow('answered 403');
  expect(refusing.asked()).toBe(1);

  const sending = await answering((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
  await expect(sending.open().get('a.wav')).rejects.toThrow('answered 307');
  expect(sending.asked()).toBe(1);
});

test('a service that does not answer, or not to the end, is not waited for', async () => {
  const silent = await answering(() => {});
  await expect(silent.open({ tryMs: 50, tries: 2 }).get('a.wav')).rejects.toThrow('no answer in time');
  expect(silent.asked()).toBe(2);

  const stuck = await answering((_request, response) =>
    response.writeHead(200, { 'content-length': '10' }).write('so'),
  );
  await expect(stuck.open({ tryMs: 50, tries: 1 }).get('a.wav')).rejects.toThrow('no answer in time');

  const cut = await answering((request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('so', () => request.socket.destroy());
  });
  await expect(cut.open({ tries: 1 }).get('a.wav')).rejects.toThrow(/^no answer/);
});

test('an object that is larger than any may be is not read', async () => {
  const large = await answering((_request, response) => response.writeHead(200).end(SOUND));
  await expect(large.open({ mostBytes: 1_000_000 }).get('a.wav')).rejects.toThrow(/longer than 1000000 bytes/);
});

test('who gives up is not kept waiting', async () => {
  const givesUp = new AbortController();
  const silent = await answering(() => givesUp.abort());
  await expect(silent.open().get('a.wav', givesUp.signal)).rejects.toThrow(/^no answer/);
  expect(silent.asked()).toBe(1);
});

test('a bucket that keeps versions is known by its answer', async () => {
  const versioned = await answering((request, response) =>
    response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'x-amz-version-id': 'abc' }).end(),
  );
  expect(await versioned.open().put('a.wav', SOUND)).toEqual({ keepsVersions: true });
});
