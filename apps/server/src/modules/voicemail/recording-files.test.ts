import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARRIVED_FOLDER, VOICEMAIL_FOLDER } from '@farline/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { recordingFiles } from './recording-files.ts';

const TIMES = 50;
const READERS = 20;

test('the sound of a message is found at whatever moment it is put where it is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farline-recordings-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const arrived = join(folder, VOICEMAIL_FOLDER, ARRIVED_FOLDER);
  await mkdir(arrived, { recursive: true });
  const files = recordingFiles(folder);
  const accountId = randomUUID();
  let missed = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const name = { id: newId(), accountId };
    await writeFile(join(arrived, `${name.id}.wav`), 'the sound');
    const keeping = files.keep(name);
    const reads = await Promise.all(Array.from({ length: READERS }, async () => await files.read(name)));
    await keeping;
    missed += reads.filter((sound) => sound === null).length;
  }
  expect(missed).toBe(0);
});
