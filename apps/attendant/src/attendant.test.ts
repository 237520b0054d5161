import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttendantTask, TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import {
  createSipEndpoint,
  type OutgoingCall,
  readWav,
  sineTone,
  type SipEndpoint,
  toneShare,
} from '@farline/sip-endpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Attendant, startAttendant } from './attendant.ts';
import type { Settings } from './settings.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const rtpPorts = { from: 15_000, to: 18_999 };
const WORD = sineTone({ frequencyHz: 440, durationMs: 1500 });

let folder: string;
let attendant: Attendant;
let caller: SipEndpoint;
const logged: string[] = [];

const settings = (over: Partial<Settings> = {}): Settings => ({
  port: 0,
  enginePort: 9,
  rtpPorts,
  keepFreeBytes: 0,
  silenceMs: 3000,
  bucket: null,
  speechFolder: join(folder, 'speech'),
  recordingsFolder: join(folder, 'recordings'),
  voicemailFolder: join(folder, 'voicemail'),
  codeCallsFolder: join(folder, 'code-calls'),
  ...over,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-attendant-'));
  [attendant, caller] = await Promise.all([
    startAttendant(settings(), (sentence) => void logged.push(sentence)),
    createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts }),
  ]);
});
afterAll(async () => {
  await caller.close();
  await attendant.close();
  await rm(folder, { recursive: true, force: true });
});

const aTask = (over: Partial<TakeMessageTask> = {}): TakeMessageTask => ({
  do: 'take_message',
  mailbox: randomUUID(),
  voice: 'en-gb',
  mostSeconds: 60,
  greeting: 'Hello.',
  choices: 'One, two, three.',
  cannotRecord: 'No messages.',
  cutShort: 'No room.',
  ...over,
});

/** A call that is handed to the attendant with a task. `beep` settles with each tone that it plays. */
function hand(task: AttendantTask | string, port = attendant.port) {
  const id = randomUUID();
  const written = typeof task === 'string' ? task : Buffer.from(JSON.stringify(task)).toString('base64url');
  const call = caller.call({
    to: `sip:attendant@127.0.0.1:${port}`,
    headers: [`X-Farline-Call: ${id}`, `X-Farline-Task: ${written}`],
  });
  const heard = hears(call);
  return { id, call, ...heard };
}

/** What a caller hears: how often the tone began, and whether anything was said at all. */
function hears(call: OutgoingCall) {
  const known = { beeps: 0, isBeeping: false, words: 0 };
  call.onAudio((audio) => {
    const samples = audio.samples();
    const isBeep = toneShare(samples, 1000) > 0.9;
    if (isBeep && !known.isBeeping) known.beeps += 1;
    if (!isBeep && samples.some((sample) => Math.abs(sample) > 1000)) known.words += 1;
    known.isBeeping = isBeep;
  });
  return {
    beeps: () => known.beeps,
    words: () => known.words,
    beep: async (count = 1) => {
      await expect.poll(() => known.beeps).toBe(count);
      await expect.poll(() => known.isBeeping).toBe(false);
    },
  };
}

const arrived = async () => await readdir(join(folder, 'voicemail/arrived'));
const drafts = async () => await readdir(join(folder, 'voicemail/drafts'));
const soundOf = async (id: string) => readWav(await readFile(join(folder, `voicemail/arrived/${id}.wav`))).samples;
const isLeft = async (id: string) => {
  await expect.poll(arrived).toContain(`${id}.wav`);
  return await soundOf(id);
};
/** Nobody is in a call any more, and no draft is left. */
const isQuiet = async () => {
  await expect.poll(() => attendant.openCalls()).toBe(0);
  expect(await drafts()).toEqual([]);
};

describe('a message', () => {
  test('is what the caller says between the tone and hanging up', async () => {
    const { id, call, beep, words } = hand(aTask());
    await call.answered;
    await beep();
    await call.play(WORD);
    await call.hangUp();

    const sound = await isLeft(id);
    expect(words()).toBeGreaterThan(0);
    expect(toneShare(sound.subarray(4000, 8000), 440)).toBeGreaterThan(0.9);
    expect(sound.length / 8000).toBeGreaterThan(1.2);
    await isQuiet();
  });

  test('ends by itself after silence, of which little is kept', async () => {
    const { id, call, beep } = hand(aTask());
    await call.answered;
    await beep();
    await call.play(WORD);
    call.silence();

    expect(await call.ended).toMatchObject({ by: 'far', how: 'hung-up' });
    const sound = await isLeft(id);
    expect(sound.length / 8000).toBeLessThan(2.6);
    await isQuiet();
  });

  test('is no longer than it may be', async () => {
    const { id, call, beep } = hand(aTask({ mostSeconds: 2 }));
    await call.answered;
    await beep();
    const speaking = call.play(sineTone({ frequencyHz: 440, durationMs: 20_000 }));

    expect(await call.ended).toMatchObject({ by: 'far' });
    await speaking;
    expect((await isLeft(id)).length).toBeLessThanOrEqual(2 * 8000);
    await isQuiet();
  });

  test('is kept when the attendant is stopped while it is spoken', async () => {
    const stopped = await startAttendant(settings(), () => {});
    const { id, call, beep } = hand(aTask(), stopped.port);
    await call.answered;
    await beep();
    await call.play(WORD);
    await stopped.close(30_000);

    expect(await arrived()).toContain(`${id}.wav`);
    expect(await call.ended).toMatchObject({ by: 'far' });
    expect(toneShare((await soundOf(id)).subarray(4000, 8000), 440)).toBeGreaterThan(0.9);
  });

  test('may be heard and recorded again after #, and who presses nothing then has sent it', async () => {
    const { id, call, beep } = hand(aTask());
    await call.answered;
    await beep();
    await call.play(WORD);
    await call.sendDigits('#2');
    await call.sendDigits('3');
    await beep(2);
    await call.play(sineTone({ frequencyHz: 620, durationMs: 1500 }));
    await call.sendDigits('#');

    expect(await call.ended).toMatchObject({ by: 'far' });
    const sound = await isLeft(id);
    expect(toneShare(sound.subarray(4000, 8000), 620)).toBeGreaterThan(0.9);
    await isQuiet();
  });
});

describe('no message', () => {
  test('is left by who hangs up before it answers', async () => {
    const { id, call } = hand(aTask({ greeting: `A greeting of its own, ${randomUUID()}.` }));
    await call.hangUp();
    await call.ended;
    await isQuiet();
    expect(await arrived()).not.toContain(`${id}.wav`);
  });

  test('is left by who hangs up during the greeting', async () => {
    const { id, call, words } = hand(
      aTask({ greeting: 'This greeting goes on and on, until nobody listens any more.' }),
    );
    await call.answered;
    await expect.poll(words).toBeGreaterThan(5);
    await call.hangUp();
    await isQuiet();
    expect(await arrived()).not.toContain(`${id}.wav`);
  });

  test('is left by who says nothing', async () => {
    const { id, call } = hand(aTask());
    await call.answered;
    call.silence();

    expect(await call.ended).toMatchObject({ by: 'far' });
    await isQuiet();
    expect(await arrived()).not.toContain(`${id}.wav`);
  });

  test('can be left where the mailbox is full: the caller is told, without a tone', async () => {
    const { call, words, beeps } = hand(aTask({ mostSeconds: 0 }));

    expect(await call.answered).toMatchObject({ answered: true });
    expect(await call.ended).toMatchObject({ by: 'far' });
    expect(words()).toBeGreaterThan(0);
    expect(beeps()).toBe(0);
    await isQuiet();
  });

  test('can be left where the disk is full: the caller is told, without a tone', async () => {
    const full = await startAttendant(settings({ keepFreeBytes: Number.MAX_SAFE_INTEGER }), () => {});
    const { id, call, words, beeps } = hand(aTask(), full.port);

    expect(await call.ended).toMatchObject({ by: 'far' });
    expect([words() > 0, beeps()]).toEqual([true, 0]);
    expect(await arrived()).not.toContain(`${id}.wav`);
    await full.close();
  });
});

test('a call without a task that it understands is refused', async () => {
  expect(await hand('nothing').call.answered).toMatchObject({ answered: false, status: 488 });
});

test('eleven at once in one mailbox are one too many; another mailbox is not full for it', async () => {
  const task = aTask();
  const many = Array.from({ length: 10 }, () => hand(task));
  const answers = await Promise.all(many.map(async ({ call }) => await call.answered));
  expect(answers.every(({ answered }) => answered)).toBe(true);

  expect(await hand(task).call.answered).toMatchObject({ answered: false, status: 486 });
  const other = hand(aTask());
  expect(await other.call.answered).toMatchObject({ answered: true });

  await Promise.all([...many, other].map(async ({ call }) => await call.hangUp()));
  await isQuiet();
});
