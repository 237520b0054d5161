import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWav } from '@farline/sip-endpoint';
import { afterAll, expect, test } from 'vitest';
import { recordedGreetings } from './recorded-greetings.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-recorded-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const mailbox = randomUUID();
await mkdir(join(folder, 'greetings', mailbox), { recursive: true });

async function read(file: Uint8Array | null) {
  const id = randomUUID();
  const told: string[] = [];
  if (file !== null) await writeFile(join(folder, 'greetings', mailbox, `${id}.wav`), file);
  return {
    sound: await recordedGreetings({ folder, moved: async () => null }, (sentence) => told.push(sentence))({
      mailbox,
      id,
    }),
    told,
  };
}

const wavOf = (samples: number, sampleRate = 8000) =>
  writeWav({ sampleRate, samples: new Int16Array(samples).fill(700) });

test('a greeting is read as it was put there', async () => {
  const { sound, told } = await read(wavOf(8000));
  expect([sound?.length, sound?.[0], told]).toEqual([8000, 700, []]);
});

test.each([
  ['is gone', null],
  ['is no sound', Buffer.from('hello')],
  ['is empty', wavOf(0)],
  ['is of another rate', wavOf(8000, 16_000)],
  ['is longer than any may be', wavOf(61 * 8000)],
  ['is cut short within its header', wavOf(8000).subarray(0, 30)],
])('one that %s is none, and that is told', async (_what, file) => {
  const { sound, told } = await read(file);
  expect(sound).toBeNull();
  expect(told).toHaveLength(1);
});
