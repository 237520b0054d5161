import { randomUUID } from 'node:crypto';
import type { TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecordedGreeting } from './recorded-greetings.ts';
import type { Draft } from './recordings.ts';
import type { Speak } from './speak.ts';
import { takeMessage } from './take-message.ts';
import { fakeLine } from './testing/fake-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const [GREETING, CHOICES] = [new Int16Array(SECOND), new Int16Array(SECOND + 1)];
const LOUD = new Int16Array(SECOND / 5).fill(5000);
const isRecording = (samples: Int16Array) => samples.length > 10 * SECOND;
const task: TakeMessageTask = {
  do: 'take_message',
  mailbox: randomUUID(),
  voice: 'en-gb',
  mostSeconds: 180,
  greeting: 'greeting',
  choices: 'choices',
  cannotRecord: 'cannot record',
  cutShort: 'cut short',
};

function fakeDraft() {
  const known = { samples: 0, kept: 0 };
  const draft: Draft = {
    append: (samples) => (known.samples += samples.length) > 0,
    empty: async () => void (known.samples = 0),
    samples: async () => new Int16Array(known.samples),
    keep: async (samples) => (known.kept = Math.min(samples, known.samples)) > 0,
    discard: async () => {},
  };
  return { draft, known };
}

const depsWith = (draft: Draft, speak: Speak, recordedGreeting: RecordedGreeting = async () => null) => ({
  recordings: { draft: async () => draft },
  speak,
  recordedGreeting,
  silenceMs: 6000,
  log: () => {},
});

test.each([
  ['that was recorded is played', 42_000, ['recorded']],
  ['whose sound cannot be had is spoken', null, ['greeting']],
] as const)('a greeting %s', async (_what, samples, heard) => {
  const played: string[] = [];
  const caller = fakeLine((sound) => {
    if (sound.length === 42_000) played.push('recorded');
    if (sound === GREETING) played.push('greeting');
  });
  const { draft } = fakeDraft();
  const speak = async (text: string) => (text === 'greeting' ? GREETING : new Int16Array(10));
  const id = randomUUID();
  const deps = depsWith(draft, speak, async (asked) => {
    expect(asked).toEqual({ mailbox: task.mailbox, id });
    return samples === null ? null : new Int16Array(samples);
  });
  const taken = takeMessage(deps, caller.line, { callId: randomUUID(), task: { ...task, recorded: id } });
  await vi.advanceTimersByTimeAsync(30_000);
  await taken;
  expect(played).toEqual(heard);
});

test('the words in place of a recorded greeting are spoken while that is fetched', async () => {
  const played: Int16Array[] = [];
  const caller = fakeLine((sound) => void played.push(sound));
  const { draft } = fakeDraft();
  const { promise: asked, resolve } = Promise.withResolvers<null>();
  const speak = async (text: string) => {
    if (text === 'greeting') resolve(null);
    return GREETING;
  };
  const deps = depsWith(draft, speak, async () => await asked);
  const taken = takeMessage(deps, caller.line, { callId: randomUUID(), task: { ...task, recorded: randomUUID() } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(played[0]).toBe(GREETING);
  await taken;
});

test('who hears their message and records it again for ever is cut off, and what they said last is kept', async () => {
  let heardAgain = 0;
  const press = (digit: string, afterMs: number) => setTimeout(() => caller.press(digit), afterMs);
  const caller = fakeLine((samples) => {
    if (samples.length === CHOICES.length) press('2', 100);
    else if (isRecording(samples)) {
      heardAgain += 1;
      if (heardAgain === 3) press('3', 54_000);
    } else if (samples.length < SECOND) press('#', 55_000);
  });
  const talking = setInterval(() => caller.say(LOUD), 200);
  const { draft, known } = fakeDraft();
  const speak = async (text: string) => (text === 'choices' ? CHOICES : GREETING);
  const deps = depsWith(draft, speak);
  const taken = takeMessage(deps, caller.line, { callId: randomUUID(), task });

  await vi.advanceTimersByTimeAsync(269_000);
  expect(caller.line.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(caller.line.signal.aborted).toBe(true);
  await taken;
  clearInterval(talking);
  expect(heardAgain).toBe(3);
  expect(known.kept / SECOND).toBeGreaterThan(30);
});

test.each([
  ['a little', 2 * SECOND, 'cut short', 2 * SECOND],
  ['too little for a message', SECOND / 4, 'cannot record', 0],
] as const)('a disk that fills after %s is told to the caller', async (_what, room, told, kept) => {
  const played: string[] = [];
  const sounds = { 'cut short': new Int16Array(1234), 'cannot record': new Int16Array(2345) };
  const caller = fakeLine((sound) => {
    for (const [name, one] of Object.entries(sounds)) if (sound === one) played.push(name);
  });
  const talking = setInterval(() => caller.say(LOUD), 200);
  const { draft, known } = fakeDraft();
  const append = (samples: Int16Array) => {
    const isFull = known.samples + samples.length > room;
    known.samples = Math.min(room, known.samples + samples.length);
    return !isFull;
  };
  const speak = async (text: string) => new Map<string, Int16Array>(Object.entries(sounds)).get(text) ?? GREETING;
  const taken = takeMessage(depsWith({ ...draft, append }, speak), caller.line, { callId: randomUUID(), task });
  await vi.advanceTimersByTimeAsync(20_000);
  await taken;
  clearInterval(talking);
  expect([played, known.kept]).toEqual([[told], kept]);
});
