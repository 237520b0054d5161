import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newShareReply, sharesReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-shares-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;
const ANNA = '+442079460123';
const SOUND = Buffer.from('RIFF, as far as a link knows');

/** Somebody with a message of Anna's. */
async function aMailbox() {
  const customer = await apiCustomer(app);
  const id = newId();
  await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds)
    values (${id}, ${customer.accountId}, '+999000000001', ${ANNA}, now(), 3000)`.execute(database);
  await mkdir(join(folder, 'voicemail', customer.accountId), { recursive: true });
  await writeFile(join(folder, 'voicemail', customer.accountId, `${id}.wav`), SOUND);
  const share = async (over: object = {}) =>
    await customer.ask('POST', `/voicemails/${id}/shares`, { hours: 24, ...over });
  const shared = async (over: object = {}) => {
    const made = newShareReply.parse((await share(over)).body);
    // Of the public address that is set: here it is served elsewhere.
    return { ...made, path: new URL(made.url).pathname };
  };
  const shares = async () => sharesReply.parse((await customer.ask('GET', `/voicemails/${id}/shares`)).body).shares;
  return { ...customer, id, share, shared, shares };
}

const open = async (path: string, headers: Record<string, string> = {}) =>
  await fetch(`${app.origin}${path}`, { headers });
const statusesOf = async (path: string) => [(await open(path)).status, (await open(`${path}/recording`)).status];

test('whoever has the link hears the message without signing in, and learns nothing of who called', async () => {
  const { shared, shares } = await aMailbox();
  const { path, share } = await shared();
  expect(Date.parse(share.expiresAt) - Date.parse(share.madeAt)).toBe(24 * 60 * 60_000);
  const page = await open(path, { 'accept-language': 'fr-CA' });
  const text = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('Un message vocal pour vous');
  expect(text).not.toMatch(/442079460123|999000000001|<script/);
  const sound = await open(`${path}/recording`);
  expect(Buffer.from(await sound.arrayBuffer())).toEqual(SOUND);
  for (const answer of [page, sound]) {
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  }
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  await open(path);
  expect(await shares()).toMatchObject([{ opened: 2, showsCaller: false }]);
});

test('the sound is given in the pieces that a browser asks for', async () => {
  const { shared } = await aMailbox();
  const { path } = await shared();
  const piece = await open(`${path}/recording`, { range: 'bytes=0-3' });
  expect([piece.status, piece.headers.get('content-range'), await piece.text()]).toEqual([
    206,
    `bytes 0-3/${SOUND.length}`,
    'RIFF',
  ]);
  expect(piece.headers.get('content-encoding')).toBeNull();
});

test('says who called where its owner wishes it, and never as a part of the page', async () => {
  const { shared, accountId } = await aMailbox();
  await sql`update voicemail.recording set caller = null, caller_text = '<b>Anna</b>' where account_id = ${accountId}`.execute(
    database,
  );
  const { path } = await shared({ showsCaller: true });
  expect(await (await open(path)).text()).toContain('From <bdi>&lt;b&gt;Anna&lt;/b&gt;</bdi>');
});

test('a link is kept as its hash alone', async () => {
  const { shared, id } = await aMailbox();
  const { url } = await shared();
  const { rows } = await sql<{ row: string }>`
    select row_to_json(share)::text as row from voicemail.share where recording_id = ${id}`.execute(database);
  expect(rows[0]?.row).not.toContain(url.split('/').at(-1));
});

describe('a link leads nowhere', () => {
  test('once it is revoked; the others stand', async () => {
    const { ask, id, shared } = await aMailbox();
    const [one, other] = [await shared(), await shared({ hours: 720 })];
    expect(await ask('DELETE', `/voicemails/${id}/shares/${one.share.id}`)).toMatchObject({
      body: { shares: [{ id: other.share.id }] },
    });
    expect(await statusesOf(one.path)).toEqual([404, 404]);
    expect(await statusesOf(other.path)).toEqual([200, 200]);
  });

  test('once it has expired', async () => {
    const { shared, shares } = await aMailbox();
    const { path, share } = await shared();
    await sql`update voicemail.share set made_at = made_at - interval '1 day', expires_at = expires_at - interval '1 day'
      where id = ${share.id}`.execute(database);
    expect(await statusesOf(path)).toEqual([404, 404]);
    expect(await shares()).toEqual([]);
    await app.runJobs();
    const { rows } = await sql`select from voicemail.share where id = ${share.id}`.execute(database);
    expect(rows).toEqual([]);
  });

  test('once its message is deleted, or its account closed', async () => {
    const [one, other] = [await aMailbox(), await aMailbox()];
    const [first, second] = [await one.shared(), await other.shared()];
    await one.ask('DELETE', `/voicemails/${one.id}`);
    expect(await statusesOf(first.path)).toEqual([404, 404]);
    await other.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
    await expect.poll(async () => await statusesOf(second.path), { timeout: 20_000 }).toEqual([404, 404]);
  });

  test('where nobody made it', async () => {
    const path = `/api/v1/voicemails/shared/${'a'.repeat(32)}`;
    expect(await statusesOf(path)).toEqual([404, 404]);
    const page = await open(path, { accept: 'text/html', 'accept-language': 'es' });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('Este enlace ya no funciona');
    expect(await statusesOf('/api/v1/voicemails/shared/short')).toEqual([404, 404]);
  });
});

test('nobody makes, sees or revokes links of somebody else’s message', async () => {
  const [owner, other] = [await aMailbox(), await aMailbox()];
  const { share, path } = await owner.shared();
  expect((await other.ask('POST', `/voicemails/${owner.id}/shares`, { hours: 24 })).status).toBe(404);
  expect((await other.ask('GET', `/voicemails/${owner.id}/shares`)).body).toEqual({ shares: [] });
  expect((await other.ask('DELETE', `/voicemails/${owner.id}/shares/${share.id}`)).status).toBe(404);
  expect(await statusesOf(path)).toEqual([200, 200]);
});

test('a message has at most ten links at once, even at the same moment, for the times that are offered', async () => {
  const { share } = await aMailbox();
  const made = await Promise.all(Array.from({ length: 14 }, async () => (await share()).status));
  expect(made.toSorted()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
  expect((await (await aMailbox()).share({ hours: 25 })).status).toBe(400);
});
