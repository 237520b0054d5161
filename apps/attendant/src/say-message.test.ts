import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BUSY_TONE } from './busy-tone.ts';
import { sayMessage } from './say-message.ts';
import { fakeLine } from './testing/fake-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WORDS = new Int16Array(8_000);
const task = { do: 'say', mailbox: randomUUID(), voice: 'es', text: 'Estamos de vacaciones.' } as const;

/** What a caller hears of a message that was spoken as these samples. */
async function heardOf(words: Int16Array): Promise<Int16Array[]> {
  const heard: Int16Array[] = [];
  const asked: string[][] = [];
  const { line } = fakeLine((samples) => void heard.push(samples));
  const speak = async (...wanted: [string, string]) => {
    asked.push(wanted);
    return words;
  };
  const saying = sayMessage({ speak, log: () => {} }, line, { callId: randomUUID(), task });
  await vi.advanceTimersByTimeAsync(60_000);
  await saying;
  expect(asked).toEqual([['Estamos de vacaciones.', 'es']]);
  return heard;
}

test('a caller hears the message once, in its language, and that is all', async () => {
  expect(await heardOf(WORDS)).toEqual([WORDS]);
});

test('where it cannot be spoken the caller hears the busy tone, and not silence', async () => {
  expect(await heardOf(new Int16Array())).toEqual([BUSY_TONE]);
});

test('who keeps the call on hold is hung up on in the end', async () => {
  const { line, side } = fakeLine();
  side.isOnHold = true;
  const logged: string[] = [];
  const asked = { callId: randomUUID(), task };
  const saying = sayMessage({ speak: async () => WORDS, log: (sentence) => void logged.push(sentence) }, line, asked);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(line.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(line.signal.aborted).toBe(true);
  await saying;
  expect(logged).toEqual([]);
});
