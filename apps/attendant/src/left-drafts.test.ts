import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav, toneShare } from '@farline/sip-endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf, takeDraft, takingLeftDrafts } from './left-drafts.ts';
import { createRecordings } from './recordings.ts';

vi.setConfig({ testTimeout: 30_000 });
const SECOND = 8000;
let folder: string;
const processes: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-left-drafts-'));
  await Promise.all(['drafts', 'arrived'].map(async (name) => await mkdir(join(folder, name))));
});
afterEach(async () => {
  for (const one of processes.splice(0)) one.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const listed = async (name: 'drafts' | 'arrived') => await readdir(join(folder, name));

/** Another attendant, which records two seconds of a tone, and silence; once it is there its draft is on the disk. */
async function anotherRecords(callId: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'testing/speak-into-a-draft.ts');
  const other = spawn(process.execPath, [program, folder, callId], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(other);
  if (other.stdout !== null) await once(other.stdout, 'data');
  return other;
}

async function killed(other: ChildProcess): Promise<void> {
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
}

/** A draft of nobody, with so many samples. */
async function leave(callId: string, sound: Int16Array): Promise<string> {
  const path = join(folder, 'drafts', draftOf(callId, randomUUID()));
  await writeFile(path, Buffer.concat([Buffer.alloc(44), Buffer.from(sound.buffer)]));
  return path;
}
const said = (samples: number) => new Int16Array(samples).fill(5000);

test('what was said to an attendant that is killed becomes a message of its real length, and never while it lives', async () => {
  const callId = randomUUID();
  const other = await anotherRecords(callId);
  const logged: string[] = [];
  const look = takingLeftDrafts(folder, (sentence) => void logged.push(sentence));
  await look();
  expect([await listed('arrived'), (await listed('drafts')).length]).toEqual([[], 1]);

  await killed(other);
  await look();

  expect([await listed('arrived'), await listed('drafts')]).toEqual([[`${callId}.wav`], []]);
  const { samples } = readWav(await readFile(join(folder, 'arrived', `${callId}.wav`)));
  expect(samples.length / SECOND).toBeCloseTo(2.5, 1);
  expect(toneShare(samples.subarray(0, 2 * SECOND), 440)).toBeGreaterThan(0.99);
  expect(logged).toEqual([`${callId}: recovered 2.5 s of a message from an attendant that died`]);
});

test('an attendant that starts takes in what was left, and one that runs does so within half a minute', async (life) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  life.onTestFinished(() => void vi.useRealTimers());
  const [before, later] = [randomUUID(), randomUUID()];
  await leave(before, said(SECOND));
  const recordings = await createRecordings(folder, 0, () => {});
  await expect.poll(async () => await listed('arrived')).toEqual([`${before}.wav`]);

  await leave(later, said(SECOND));
  // The first look may still be at its end: the next after it finds the draft.
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(30_000);
      return await listed('arrived');
    })
    .toContain(`${later}.wav`);
  recordings.close();
});

test('two that look at the same time take each draft in once', async () => {
  const calls = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(calls.map(async (callId) => await leave(callId, said(SECOND))));
  const logged: string[] = [];
  const looks = [1, 2, 3].map(() => takingLeftDrafts(folder, (sentence) => void logged.push(sentence)));
  await Promise.all(looks.map(async (look) => await look()));

  expect((await listed('arrived')).toSorted()).toEqual(calls.map((callId) => `${callId}.wav`).toSorted());
  expect(logged.length).toBe(calls.length);
});

test.each([
  ['shorter than the shortest message', said(SECOND / 2 - 200)],
  ['silence', new Int16Array(5 * SECOND)],
  ['nothing', new Int16Array()],
])('a draft that holds %s is no message, and is gone', async (_what, sound) => {
  await leave(randomUUID(), sound);
  await takingLeftDrafts(folder, () => {})();
  expect([await listed('arrived'), await listed('drafts')]).toEqual([[], []]);
});

test('half a second is a message, as it is for whoever hangs up', async () => {
  const callId = randomUUID();
  await leave(callId, said(SECOND / 2));
  await takingLeftDrafts(folder, () => {})();
  expect(await listed('arrived')).toEqual([`${callId}.wav`]);
});

test('what is no draft is told once, keeps no other waiting, and is taken away once it is an hour old', async () => {
  const callId = randomUUID();
  const [folderInstead, unknown] = [draftOf(randomUUID(), randomUUID()), 'a-draft.wav'];
  await mkdir(join(folder, 'drafts', folderInstead));
  await writeFile(join(folder, 'drafts', unknown), '');
  await leave(callId, said(SECOND));
  const logged: string[] = [];
  const look = takingLeftDrafts(folder, (sentence) => void logged.push(sentence));
  await look();
  await look();
  expect(await listed('arrived')).toEqual([`${callId}.wav`]);
  expect((await listed('drafts')).toSorted()).toEqual([folderInstead, unknown].toSorted());
  expect(logged.filter((sentence) => sentence.includes("can't be taken in")).length).toBe(2);

  const longAgo = new Date(Date.now() - 61 * 60_000);
  for (const name of [folderInstead, unknown]) await utimes(join(folder, 'drafts', name), longAgo, longAgo);
  await look();
  expect(await listed('drafts')).toEqual([]);
});

test('what was said stays while it cannot be moved, however old it is, and is taken in when it can', async () => {
  const callId = randomUUID();
  const path = await leave(callId, said(SECOND));
  const longAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(path, longAgo, longAgo);
  const logged: string[] = [];
  const look = takingLeftDrafts(folder, (sentence) => void logged.push(sentence));
  await rm(join(folder, 'arrived'), { recursive: true });
  await look();
  await utimes(path, longAgo, longAgo);
  await look();
  expect([(await listed('drafts')).length, logged.length]).toEqual([1, 1]);

  await mkdir(join(folder, 'arrived'));
  await look();
  expect([await listed('arrived'), await listed('drafts')]).toEqual([[`${callId}.wav`], []]);
});

test('a draft that is written, or that somebody takes in, is nobody else’s', async () => {
  const path = await leave(randomUUID(), said(SECOND));
  const giveBack = await takeDraft(path);
  await takingLeftDrafts(folder, () => {})();
  expect([await listed('arrived'), (await listed('drafts')).length]).toEqual([[], 1]);
  giveBack?.();
});
