import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpeech } from '@farline/speech';
import { expect, onTestFinished, test } from 'vitest';
import { readSound } from './kept-sounds.ts';
import { speakWholly } from './speak.ts';

test('a text whose file cannot be read is spoken all the same, each time', async () => {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'farline-speak-'));
  onTestFinished(async () => await rm(cacheFolder, { recursive: true, force: true }));
  const speak = speakWholly(createSpeech({ cacheFolder }), async (path) => {
    // As where another process, which keeps the same folder small, was quicker.
    await rm(path, { force: true });
    return await readSound(path);
  });

  for (const _time of [1, 2]) expect((await speak('Hello', 'en-gb')).length).toBeGreaterThan(1600);
});
