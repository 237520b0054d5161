import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARRIVED_FOLDER } from '@farline/contracts/voicemail/attendant';
import { readWav } from '@farline/sip-endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DRAFTS } from './left-drafts.ts';
import { createRecordings, FileDraft } from './recordings.ts';

const SECOND = 8000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-recordings-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** A draft, and the file that it writes to. */
async function aDraft() {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+');
  const target = `${path}.wav`;
  return {
    draft: new FileDraft({ path, target, giveBack: () => {} }, file),
    file,
    kept: async () => readWav(await readFile(target)).samples,
  };
}
/** A second of sound, each sample another. */
const sound = Int16Array.from({ length: SECOND }, (_, at) => at);

test('what callers say lies where no other user of the machine reads it', async () => {
  const whole = join(folder, 'voicemail');
  const recordings = await createRecordings(whole, 0, () => {});
  recordings.close();
  const modes = await Promise.all([DRAFTS, ARRIVED_FOLDER].map(async (name) => (await stat(join(whole, name))).mode));
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700]);
});

test('small packets are gathered, and none of their sound is lost', async () => {
  const { draft, file, kept } = await aDraft();
  const writes = vi.spyOn(file, 'write');
  for (let at = 0; at < SECOND - 1; at += 1) draft.append(sound.subarray(at, at + 1));

  expect(Buffer.from((await draft.samples()).buffer).equals(Buffer.from(sound.slice(0, -1).buffer))).toBe(true);
  expect(writes).toHaveBeenCalledTimes(2);
  expect(await draft.keep(SECOND)).toBe(true);
  expect(Buffer.from((await kept()).buffer).equals(Buffer.from(sound.slice(0, -1).buffer))).toBe(true);
});

test('a disk that is far behind the sound takes no more of it', async () => {
  const { draft, file } = await aDraft();
  const disk = Promise.withResolvers<never>();
  vi.spyOn(file, 'write').mockReturnValue(disk.promise);

  expect(Array.from({ length: 11 }, () => draft.append(sound))).toEqual([...Array<boolean>(10).fill(true), false]);
  disk.reject(new Error('It gave up.'));
  await draft.discard();
});

test('what was written before the disk failed is kept', async () => {
  const { draft, file, kept } = await aDraft();
  draft.append(sound);
  await draft.samples();
  const write = vi.spyOn(file, 'write').mockRejectedValueOnce(new Error('EIO'));
  draft.append(sound);
  expect((await draft.samples()).length).toBe(SECOND);
  write.mockRestore();

  expect(draft.append(sound)).toBe(false);
  expect(await draft.keep(2 * SECOND)).toBe(true);
  expect(Buffer.from((await kept()).buffer).equals(Buffer.from(sound.buffer))).toBe(true);
});

test('where nothing could be written nothing is kept', async () => {
  const { draft, file } = await aDraft();
  vi.spyOn(file, 'write').mockRejectedValue(new Error('EIO'));
  draft.append(sound);

  expect(await draft.keep(SECOND)).toBe(false);
  await draft.discard();
});
