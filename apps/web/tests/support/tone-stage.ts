import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openStage, type Stage } from './stage.ts';
import { writeToneWav } from './tone-wav.ts';

/** A stage for a file of tests whose pages hear this tone in their microphone: closed after them. */
export async function toneStage(hertz: number): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-tone-'));
  const microphoneWav = join(folder, 'tone.wav');
  await writeToneWav(microphoneWav, { hertz, seconds: 10 });
  const stage = await openStage({ microphoneWav });
  afterAll(async () => {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });
  return stage;
}
