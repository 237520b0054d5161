import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARRIVED_FOLDER, objectOfSound } from '@farline/contracts/voicemail/attendant';
import { openBucket } from '@farline/object-storage';
import { writeWav } from '@farline/sip-endpoint';
import { startS3Server } from '@farline/tools/s3-server';
import { afterAll, expect, test } from 'vitest';
import { openMessages } from './messages.ts';
import { movedSound } from './moved-sound.ts';
import { recordedGreetings } from './recorded-greetings.ts';
import { readSettings } from './settings.ts';

const service = await startS3Server();
afterAll(async () => await service.close());
const folder = await mkdtemp(join(tmpdir(), 'farline-moved-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const wavOf = (loudness: number) => writeWav({ sampleRate: 8000, samples: new Int16Array(8000).fill(loudness) });

async function aMailbox() {
  const { env } = await service.aBucket();
  const { bucket } = readSettings(env);
  if (bucket === null) throw new Error('no bucket is set');
  const told: string[] = [];
  const log = (sentence: string) => void told.push(sentence);
  const sounds = { folder, moved: movedSound(bucket) };
  const mailbox = randomUUID();
  const put = async (kind: 'voicemail' | 'greeting', loudness: number) => {
    const id = randomUUID();
    await openBucket(bucket).put(objectOfSound({ kind, accountId: mailbox, id }), wavOf(loudness));
    return id;
  };
  const messages = await openMessages(sounds, log);
  const heard = async (id: string) => {
    const sound = await messages.sound({ mailbox, id });
    return typeof sound === 'string' ? sound : sound[0];
  };
  const greeting = async (id: string) => (await recordedGreetings(sounds, log)({ mailbox, id }))?.[0] ?? null;
  return { mailbox, put, heard, greeting, told };
}

test('a message and a greeting that were moved to the bucket are played from there', async () => {
  const { put, heard, greeting } = await aMailbox();
  expect(await heard(await put('voicemail', 700))).toBe(700);
  expect(await greeting(await put('greeting', 800))).toBe(800);
});

test('what lies in the folder still is played without asking', async () => {
  const { mailbox, heard } = await aMailbox();
  const id = randomUUID();
  await mkdir(join(folder, mailbox), { recursive: true });
  await writeFile(join(folder, mailbox, `${id}.wav`), wavOf(600));
  expect(await heard(id)).toBe(600);
});

test('a message is found at whatever moment the server puts it where it is kept', async () => {
  const { mailbox, heard } = await aMailbox();
  const kept = join(folder, mailbox);
  const arrived = join(folder, ARRIVED_FOLDER);
  for (const made of [kept, arrived]) await mkdir(made, { recursive: true });
  const sounds = new Set<unknown>();
  for (let time = 0; time < 50; time += 1) {
    const id = randomUUID();
    await writeFile(join(arrived, `${id}.wav`), wavOf(500));
    const listening = Array.from({ length: 20 }, async () => await heard(id));
    await rename(join(arrived, `${id}.wav`), join(kept, `${id}.wav`));
    for (const sound of await Promise.all(listening)) sounds.add(sound);
  }
  expect([...sounds]).toEqual([500]);
});

test('what is in neither is gone, and no call waits for a service that does not answer', async () => {
  const { put, heard, greeting, told } = await aMailbox();
  const [message, welcome] = [await put('voicemail', 700), await put('greeting', 800)];
  expect([await heard(randomUUID()), await greeting(randomUUID())]).toEqual(['gone', null]);
  expect(told).toEqual([expect.stringContaining('it is no more')]);

  await service.stop();
  expect([await heard(message), await greeting(welcome)]).toEqual(['unavailable', null]);
  await service.start();
  expect([await heard(message), await greeting(welcome)]).toEqual([700, 800]);
});
