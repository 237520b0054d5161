import { randomUUID } from 'node:crypto';
import type { CodeCallOrder } from '@farline/contracts/voice/code-call';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeCodeCall } from './say-code.ts';
import { speakWholly } from './speak.ts';
import { fakeLine } from './testing/fake-line.ts';

const CODE = '064789';
/** Each word is one sample, by which it is known. */
const WORDS = ['Press a key.', 'Once.', 'Again.', 'Bye.', ...'0123456789'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const anOrder = (standsMs: number): CodeCallOrder => ({
  id: randomUUID(),
  word: 'a'.repeat(32),
  voice: 'en-gb',
  code: CODE,
  greeting: 'Press a key.',
  first: 'Once.',
  again: 'Again.',
  goodbye: 'Bye.',
  until: new Date(Date.now() + standsMs).toISOString(),
});

/** Whoever answers presses a key the so-manieth time that they are asked, or a mailbox never does. */
type Answers = { pressAt: number } | 'mailbox';

/** Carries out an order by a machine that is this slow with each word, or cannot speak one; what was said in how many calls. */
async function carriedOut(
  order: CodeCallOrder,
  machine: { takesMs: number; cannotSay?: string },
  answers: Answers = { pressAt: 1 },
) {
  const said: string[] = [];
  let calls = 0;
  const carryOut = placeCodeCall({
    speakWholly: async (text) => {
      await new Promise((resolve) => setTimeout(resolve, machine.takesMs));
      if (text === machine.cannotSay) throw new Error('no voice');
      return Int16Array.of(WORDS.indexOf(text) + 1);
    },
    place: () => {
      calls += 1;
      const { line, press } = fakeLine((samples) => {
        if (samples[0] !== 0) said.push(WORDS[(samples[0] ?? 0) - 1] ?? '');
        const asked = said.filter((word) => word === 'Press a key.').length;
        if (said.at(-1) === 'Press a key.' && answers !== 'mailbox' && asked === answers.pressAt)
          queueMicrotask(() => press('5'));
      });
      return { ...line, answered: Promise.resolve({ answered: true as const }) };
    },
  });
  const work = carryOut(order).then(
    () => null,
    (error: unknown) => String(error),
  );
  await vi.runAllTimersAsync();
  return { failure: await work, calls, said };
}

test('a machine that needs long for each word says the whole code twice all the same', async () => {
  const { failure, said } = await carriedOut(anOrder(20_000), { takesMs: 12_000 });
  expect(failure).toBeNull();
  expect(said).toEqual(['Press a key.', 'Once.', ...CODE, 'Again.', ...CODE, 'Bye.']);
});

test('a mailbox that answers is asked for a key twice, and keeps no code', async () => {
  const { failure, calls, said } = await carriedOut(anOrder(20_000), { takesMs: 100 }, 'mailbox');
  expect([failure, calls]).toEqual([null, 1]);
  expect(said).toEqual(['Press a key.', 'Press a key.']);
});

test('whoever presses a key the second time hears the code', async () => {
  const { said } = await carriedOut(anOrder(20_000), { takesMs: 100 }, { pressAt: 2 });
  expect(said).toEqual(['Press a key.', 'Press a key.', 'Once.', ...CODE, 'Again.', ...CODE, 'Bye.']);
});

test.for([
  ['a digit cannot be spoken', { takesMs: 100, cannotSay: '7' }],
  ['the order stands no longer when all is spoken', { takesMs: 21_000 }],
] as const)('nobody is called where %s', async ([, machine]) => {
  const { failure, calls } = await carriedOut(anOrder(20_000), machine);
  expect(failure).toMatch(/^Error: /);
  expect(calls).toBe(0);
});

test('what cannot be spoken is no silence', async () => {
  const fails = async () => await Promise.reject(new Error('no voice'));
  const speech = { say: fails, sayAnew: fails };
  await expect(speakWholly(speech)('7', 'en-gb')).rejects.toThrow('no voice');
});
