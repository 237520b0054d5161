import { randomUUID } from 'node:crypto';
import type { PlayMessagesTask } from '@farline/contracts/voicemail/attendant';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { playMessages } from './play-messages.ts';
import { fakeLine } from './testing/fake-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const [FIRST, SECOND_ID, GONE, AFAR] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
/** What each text and message sounds like: it is known again by its length. */
const SOUNDS: Record<string, number> = {
  greeting: SECOND,
  'first caption': SECOND + 1,
  'second caption': SECOND + 2,
  'gone caption': SECOND + 3,
  choices: SECOND + 4,
  deleted: SECOND + 5,
  gone: SECOND + 6,
  end: SECOND + 7,
  first: 3 * SECOND,
  second: 4 * SECOND,
  unavailable: SECOND + 8,
  'which number': SECOND + 9,
  'which now': SECOND + 10,
  'number over': SECOND + 11,
  Office: SECOND + 12,
  Workshop: SECOND + 13,
};
const nameOf = (samples: Int16Array) =>
  Object.entries(SOUNDS).find(([, length]) => length === samples.length)?.[0] ?? 'another sound';
const soundOf = (name: string) => new Int16Array(SOUNDS[name] ?? 0);

const task = (ids: string[]): PlayMessagesTask => ({
  do: 'play_messages',
  mailbox: randomUUID(),
  voice: 'en-gb',
  greeting: 'greeting',
  messages: ids.map((id) => ({ id, caption: captionOf(id) })),
  choices: 'choices',
  deleted: 'deleted',
  gone: 'gone',
  unavailable: 'unavailable',
  end: 'end',
});
/** Each message on a number of its own. */
const onTwoNumbers = (one: PlayMessagesTask): PlayMessagesTask => ({
  ...one,
  messages: one.messages.map((message, place) => ({ ...message, box: place === 0 ? '1' : '2' })),
  byNumber: {
    boxes: [
      { key: '1', name: 'Office' },
      { key: '2', name: 'Workshop' },
    ],
    first: 'which number',
    next: 'which now',
    over: 'number over',
  },
});
const captionOf = (id: string) => ({ [FIRST]: 'first caption', [SECOND_ID]: 'second caption' })[id] ?? 'gone caption';

/** Listens to the messages; of each sound that is played, the keys in their turn are pressed a tenth of a second into it. */
async function listen(ids: string[] | PlayMessagesTask, keys: Partial<Record<string, string[]>>, forMs = 3_600_000) {
  const played: string[] = [];
  const told: string[] = [];
  const caller = fakeLine((samples) => {
    const name = nameOf(samples);
    played.push(name);
    const key = keys[name]?.shift();
    if (key === 'hangs up') setTimeout(() => void caller.line.hangUp(), 100);
    else if (key !== undefined) setTimeout(() => caller.press(key), 100);
  });
  const messages = {
    sound: async ({ id }: { id: string }) => {
      if (id === AFAR) return 'unavailable';
      return id === FIRST ? soundOf('first') : id === SECOND_ID ? soundOf('second') : 'gone';
    },
    tell: async ({ id, deed }: { id: string; deed: string }) =>
      void told.push(`${id === FIRST ? 'first' : id === SECOND_ID ? 'second' : 'gone'} ${deed}`),
  };
  const deps = { messages, speak: async (text: string) => soundOf(text), log: () => {} };
  let isDone = false;
  const listening = playMessages(deps, caller.line, {
    callId: randomUUID(),
    task: Array.isArray(ids) ? task(ids) : ids,
  }).then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(forMs);
  return { played, told, isDone: () => isDone, listening, isOver: () => caller.line.signal.aborted };
}

describe('who listens to their messages', () => {
  test('hears all of them one after the other without a key', async () => {
    const { played, told, isDone } = await listen([FIRST, SECOND_ID], {});
    expect(played).toEqual([
      ...['greeting', 'first caption', 'first', 'choices', 'second caption', 'second', 'choices', 'end'],
    ]);
    expect([told, isDone()]).toEqual([['first heard', 'second heard'], true]);
  });

  test('hears one again with 1, as often as they want', async () => {
    const { played, told } = await listen([FIRST], { choices: ['1', '1', '2'] });
    expect(played.filter((name) => name === 'first')).toHaveLength(3);
    expect(told).not.toContain('first deleted');
  });

  test.each(['2', '#'])('goes on with %s, and the message stays', async (key) => {
    const { played, told } = await listen([FIRST, SECOND_ID], { first: [key] });
    expect(played.slice(0, 4)).toEqual(['greeting', 'first caption', 'first', 'second caption']);
    expect(told).toEqual(['first heard', 'second heard']);
  });

  test('deletes one with 3', async () => {
    const { played, told } = await listen([FIRST, SECOND_ID], { first: ['3'] });
    expect(told).toEqual(['first heard', 'first deleted', 'second heard']);
    expect(played).toContain('deleted');
  });

  test('takes a deletion back with 3, and hears the message again', async () => {
    const { played, told } = await listen([FIRST], { first: ['3'], deleted: ['3'] });
    expect(told).toEqual(['first heard', 'first heard']);
    expect(played.filter((name) => name === 'first')).toHaveLength(2);
  });

  test('has deleted what they deleted before they hung up', async () => {
    const { told } = await listen([FIRST, SECOND_ID], { first: ['3'], deleted: ['hangs up'] });
    expect(told).toEqual(['first heard', 'first deleted']);
  });

  test('ends with *, wherever they are', async () => {
    const { played } = await listen([FIRST, SECOND_ID], { 'first caption': ['*'] });
    expect(played).toEqual(['greeting', 'first caption', 'end']);
  });

  test('has not heard what they pass over before its sound began', async () => {
    const { told } = await listen([FIRST, SECOND_ID], { 'first caption': ['#'] });
    expect(told).toEqual(['second heard']);
  });

  test('is told of a message that is gone meanwhile, and hears the next one', async () => {
    const { played, told } = await listen([GONE, FIRST], {});
    expect(played.slice(0, 4)).toEqual(['greeting', 'gone caption', 'gone', 'first caption']);
    expect(told).toEqual(['first heard']);
  });

  test('is told of a message that cannot be fetched now, which stays unheard, and hears the next one', async () => {
    const { played, told } = await listen([AFAR, FIRST], {});
    expect(played.slice(0, 4)).toEqual(['greeting', 'gone caption', 'unavailable', 'first caption']);
    expect(told).toEqual(['first heard']);
  });

  test('hears that there are none, and no more', async () => {
    expect((await listen([], {})).played).toEqual(['greeting', 'end']);
  });

  test('is cut off after an hour, however often they hear it again', async () => {
    const again = Array.from({ length: 3_000 }, () => '1');
    const { isOver, listening } = await listen([FIRST], { choices: again }, 3_601_000);
    expect(isOver()).toBe(true);
    await listening;
  });
});

describe('who has messages on two numbers', () => {
  const both = onTwoNumbers(task([FIRST, SECOND_ID]));

  test('hears those of the second with 2, pressed while the choice is said, and then the choice again', async () => {
    const { played, told } = await listen(both, { 'which number': ['2'] });
    expect(played).toEqual([
      ...[
        'greeting',
        'which number',
        'second caption',
        'second',
        'choices',
        'number over',
        'which now',
        'which now',
        'end',
      ],
    ]);
    expect(told).toEqual(['second heard']);
  });

  test('may press during the greeting already', async () => {
    const { played } = await listen(both, { greeting: ['1'] });
    expect(played.slice(0, 3)).toEqual(['greeting', 'first caption', 'first']);
  });

  test('hears all without a key, each with its number', async () => {
    const { played } = await listen(both, {});
    expect(played).toEqual([
      ...['greeting', 'which number', 'which number', 'Office', 'first caption', 'first', 'choices'],
      ...['Workshop', 'second caption', 'second', 'choices', 'end'],
    ]);
  });

  test('does not hear again what they deleted, and changes the number with 0', async () => {
    const keys = { 'which number': ['1'], first: ['3'], deleted: ['0'], 'which now': ['0'] };
    const { played, told } = await listen(both, keys);
    expect(played.slice(-7)).toEqual([
      ...['deleted', 'which now', 'Workshop', 'second caption', 'second', 'choices', 'end'],
    ]);
    expect(told).toEqual(['first heard', 'first deleted', 'second heard']);
  });

  test('is not asked for a number again once they have hung up', async () => {
    const { played, isDone } = await listen(both, { 'which number': ['hangs up'] });
    expect([played, isDone()]).toEqual([['greeting', 'which number'], true]);
  });
});

test('0 skips nothing where there is one number', async () => {
  const { played } = await listen([FIRST, SECOND_ID], { first: ['0'] });
  expect(played.slice(0, 5)).toEqual(['greeting', 'first caption', 'first', 'choices', 'second caption']);
});
