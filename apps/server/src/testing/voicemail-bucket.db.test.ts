import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { greetingReply, newShareReply } from '@farline/contracts';
import { readWav } from '@farline/sip-endpoint/wav';
import { startS3Server } from '@farline/tools/s3-server';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { ConfigError } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { keptLog } from './kept-log.ts';
import { testAppOn, testConfig } from './test-app.ts';
import { testDatabase } from './test-database.ts';
import { soundOf, voicemailBed } from './voicemail-bed.ts';

const service = await startS3Server();
afterAll(async () => await service.close());

/** The clock of this machine, which a test may put forward. */
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-bucket-'));
  afterAll(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server whose sound goes to a bucket of its own. */
async function aServer() {
  const [bucket, folder, { database, url }, { log, lines }] = [
    await service.aBucket(),
    await aFolder(),
    await testDatabase(),
    keptLog('info'),
  ];
  const env = { ...bucket.env, FARLINE_DATA_DIR: folder };
  const app = { database, folder, ...(await testAppOn(url, env, clock, log)) };
  return { ...app, ...(await voicemailBed(app)), bucket, url, env, lines };
}
const server = await aServer();
const { database, folder, bucket, aMailbox, keptAs } = server;

const keyOf = ({ accountId }: Pick<ApiCustomer, 'accountId'>, id: string) => `voicemails/${accountId}/${id}.wav`;
const soundFiles = async (of: string) =>
  (await readdir(join(of, 'voicemail'), { recursive: true })).filter((name) => name.endsWith('.wav'));

/** Whether all of it is in the bucket, and nothing in the data folder. */
async function isMoved(customer: Pick<ApiCustomer, 'accountId'>, id: string): Promise<void> {
  await expect.poll(bucket.keys).toContain(keyOf(customer, id));
  await expect.poll(() => existsSync(keptAs(customer, id))).toBe(false);
}
const rowsOf = async (db: Database, id: string) =>
  (await sql`select 1 from voicemail.object where id = ${id}`.execute(db)).rows.length;

test('a message is moved to the bucket and played from there, whole and in parts, until it is deleted', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives(soundOf(3, 777));
  await isMoved(mailbox, id);

  const answer = await mailbox.fetch(`/voicemails/${id}/recording`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, readWav(bytes).samples[100]]).toEqual([200, 777]);

  const shared = newShareReply.parse((await mailbox.ask('POST', `/voicemails/${id}/shares`, { hours: 24 })).body);
  const link = `${server.origin}${new URL(shared.url).pathname}/recording`;
  const piece = await fetch(link, { headers: { range: 'bytes=44-47' } });
  expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 44-47/${bytes.length}`]);
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(44, 48));

  expect((await mailbox.ask('DELETE', `/voicemails/${id}`)).status).toBe(200);
  expect([(await mailbox.fetch(`/voicemails/${id}/recording`)).status, (await fetch(link)).status]).toEqual([404, 404]);
  await expect.poll(bucket.keys).not.toContain(keyOf(mailbox, id));
  await expect.poll(async () => await rowsOf(database, id)).toBe(0);
});

test('a greeting is moved, heard and deleted as a message is', async () => {
  const owner = await apiCustomer(server);
  const form = new FormData();
  form.append('file', new File([new Uint8Array(soundOf(2, 900))], 'welcome.wav'));
  const { id } = greetingReply.parse(
    (await owner.ask('POST', '/greetings/recordings?name=Welcome', form)).body,
  ).greeting;
  const key = `greetings/${owner.accountId}/${id}.wav`;
  await expect.poll(bucket.keys).toContain(key);
  await expect.poll(async () => await soundFiles(folder)).not.toContain(`${key}`);

  const heard = await owner.fetch(`/greetings/${id}/sound`);
  expect(readWav(Buffer.from(await heard.arrayBuffer())).samples.length).toBe(16_000);

  expect((await owner.ask('DELETE', `/greetings/${id}`)).status).toBe(200);
  await expect.poll(bucket.keys).not.toContain(key);
});

test('an export has the sound of the bucket, and a closed account leaves nothing there', async () => {
  const mailbox = await aMailbox();
  const [first, second] = [await mailbox.receives(), await mailbox.receives()];
  for (const id of [first, second]) await isMoved(mailbox, id);

  const exported = await (await mailbox.fetch('/settings/export')).text();
  expect(exported).toContain(soundOf(3).toString('base64').slice(0, 200));

  await sql`update accounts.account set state = 'closed' where id = ${mailbox.accountId}`.execute(database);
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    values ('account.closed', ${mailbox.accountId}, ${mailbox.accountId}, '{}'::jsonb)`.execute(database);
  await expect.poll(async () => (await bucket.keys()).filter((key) => key.includes(mailbox.accountId))).toEqual([]);
});

test('while the service is gone messages come in and are heard, and what is done meanwhile is done when it is back', async () => {
  const mailbox = await aMailbox();
  const [kept, deleted] = [await mailbox.receives(), await mailbox.receives()];
  for (const id of [kept, deleted]) await isMoved(mailbox, id);

  await service.stop();
  const meanwhile = await mailbox.receives(soundOf(2, 555));
  const heard = await mailbox.fetch(`/voicemails/${meanwhile}/recording`);
  expect(readWav(Buffer.from(await heard.arrayBuffer())).samples[100]).toBe(555);
  expect(await mailbox.ask('GET', `/voicemails/${kept}/recording`)).toMatchObject({
    status: 503,
    body: { code: 'sound_unavailable' },
  });
  expect((await mailbox.ask('DELETE', `/voicemails/${deleted}`)).status).toBe(200);
  expect((await mailbox.list()).items.map(({ id }) => id)).toEqual([meanwhile, kept]);
  expect(await (await mailbox.fetch('/settings/export')).text()).toContain('"isUnavailable":true');
  // It was tried, and is tried again.
  await expect.poll(() => server.lines.filter((line) => line.includes('it is tried again')).length).toBeGreaterThan(0);
  expect(existsSync(keptAs(mailbox, meanwhile))).toBe(true);

  await service.start();
  aheadMs += 10 * 60_000;
  await isMoved(mailbox, meanwhile);
  await expect.poll(bucket.keys).not.toContain(keyOf(mailbox, deleted));
  expect((await mailbox.fetch(`/voicemails/${kept}/recording`)).status).toBe(200);
});

test('what lay in the data folder before there was a bucket is found, and moved', async () => {
  const [own, mine, { database: db, url }] = [await service.aBucket(), await aFolder(), await testDatabase()];
  const env = { FARLINE_DATA_DIR: mine };
  const before = await startApp(testConfig(url, env), clock);
  const app = { origin: `http://127.0.0.1:${before.port}`, database: db, folder: mine };
  const mailbox = await (await voicemailBed(app)).aMailbox();
  const id = await mailbox.receives(soundOf(3, 444));
  await before.stop();

  const after = await startApp(testConfig(url, { ...env, ...own.env }), clock);
  await expect.poll(own.keys).toEqual([keyOf(mailbox, id)]);
  await expect.poll(async () => await soundFiles(mine)).toEqual([]);
  const { token } = mailbox;
  const heard = await fetch(`http://127.0.0.1:${after.port}/api/v1/voicemails/${id}/recording`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(readWav(Buffer.from(await heard.arrayBuffer())).samples[100]).toBe(444);
  await after.stop();

  // Without the setting nothing is forgotten, and the operator is told.
  const { log, lines } = keptLog('info');
  const without = await startApp(testConfig(url, env), clock, log);
  await expect.poll(() => lines.join('')).toContain('FARLINE_S3_BUCKET is not set');
  await without.stop();
  expect(await rowsOf(db, id)).toBe(1);
});

test.each([
  ['a wrong secret', { FARLINE_S3_SECRET_ACCESS_KEY: 'not-the-secret' }, 'FARLINE_S3_SECRET_ACCESS_KEY'],
  ['a bucket that is not there', { FARLINE_S3_BUCKET: 'nobody-made-this' }, 'there is no bucket nobody-made-this'],
])('a server with %s does not start, and says so', async (_what, wrong, sentence) => {
  const { log, lines } = keptLog('info');
  const starting = startApp(testConfig(server.url, { ...server.env, ...wrong }), clock, log);

  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow(sentence);
  expect(lines.join('')).not.toMatch(/not-the-secret/);
});

test('a server whose bucket does not answer starts, and keeps messages in the data folder', async () => {
  const { log, lines } = keptLog('info');
  const env = { ...server.env, FARLINE_S3_ENDPOINT: 'http://127.0.0.1:9', FARLINE_DATA_DIR: await aFolder() };
  const started = await startApp(testConfig((await testDatabase()).url, env), clock, log);
  await started.stop();
  expect(lines.join('')).toContain('recordings stay in the data folder until it does');
});

test('two servers move and delete every message once, whoever does it', async () => {
  const other = await testAppOn(server.url, server.env, clock);
  // Its start has put its own trunks in the place of ours.
  const mailbox = await (await voicemailBed(server)).aMailbox();
  const ids: string[] = [];
  for (let left = 0; left < 8; left += 1) ids.push(await mailbox.receives(soundOf(1)));
  for (const id of ids) await isMoved(mailbox, id);
  const authorization = `Bearer ${mailbox.token}`;
  const heard = await fetch(`${other.origin}/api/v1/voicemails/${ids[7]}/recording`, { headers: { authorization } });
  expect(readWav(Buffer.from(await heard.arrayBuffer())).samples.length).toBe(8000);

  const gone = ids.slice(0, 4);
  await Promise.all(gone.map(async (id) => await mailbox.ask('DELETE', `/voicemails/${id}`)));
  await expect
    .poll(async () => (await bucket.keys()).filter((key) => key.includes(mailbox.accountId)).toSorted())
    .toEqual(
      ids
        .slice(4)
        .map((id) => keyOf(mailbox, id))
        .toSorted(),
    );
  expect(server.lines.join('')).not.toContain(service.secretAccessKey);
});
