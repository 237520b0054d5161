import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWav } from '@farline/sip-endpoint';
import { afterAll, expect, test } from 'vitest';
import { keptSounds } from './kept-sounds.ts';

const folder = await mkdtemp(join(tmpdir(), 'kept-sounds-'));
afterAll(async () => await rm(folder, { recursive: true }));

/** A file of so many samples of one height, put there whole. */
async function soundOf(name: string, { samples, height }: { samples: number; height: number }): Promise<string> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, writeWav({ sampleRate: 8000, samples: new Int16Array(samples).fill(height) }));
  await rename(`${path}.new`, path);
  return path;
}

test('a sound is read once, and anew when another one stands in its place, as long and as old', async () => {
  const read = keptSounds();
  const path = await soundOf('greeting.wav', { samples: 800, height: 1 });
  const first = await read(path);
  expect(await read(path)).toBe(first);

  await soundOf('greeting.wav', { samples: 800, height: 2 });
  expect([...new Set(await read(path))]).toEqual([2]);
});

test('what was heard the longest ago goes where there is no room for all', async () => {
  const read = keptSounds({ mostBytes: 4_000 });
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(async (height) => await soundOf(`${height}.wav`, { samples: 800, height })),
  );
  const first = await read(one ?? '');
  const second = await read(two ?? '');
  expect(await read(one ?? '')).toBe(first);
  await read(three ?? '');

  expect(await read(one ?? '')).toBe(first);
  expect(await read(two ?? '')).not.toBe(second);
  expect(await read(two ?? '')).toEqual(second);
});

test('a sound that is gone is not heard any more', async () => {
  const read = keptSounds();
  const path = await soundOf('gone.wav', { samples: 80, height: 1 });
  await read(path);
  await rm(path);
  await expect(read(path)).rejects.toThrow('ENOENT');
});
