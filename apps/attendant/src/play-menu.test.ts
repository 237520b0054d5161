import { randomUUID } from 'node:crypto';
import type { MenuTask, TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Placed } from './line.ts';
import { keepKeysAhead } from './keys-ahead.ts';
import { playMenu } from './play-menu.ts';
import { fakeLine } from './testing/fake-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const MENU = new Int16Array(3 * SECOND);
const GOODBYE = new Int16Array(SECOND + 1);
const message: TakeMessageTask = {
  do: 'take_message',
  mailbox: randomUUID(),
  voice: 'en-gb',
  mostSeconds: 60,
  greeting: 'greeting',
  choices: 'choices',
  cannotRecord: 'cannot record',
  cutShort: 'cut short',
};
const aTask = (over: Partial<MenuTask> = {}): MenuTask => ({
  do: 'menu',
  mailbox: randomUUID(),
  word: 'f'.repeat(32),
  start: 'a',
  message,
  menus: [
    {
      id: 'a',
      voice: 'en-gb',
      text: 'menu',
      tries: 2,
      waitSeconds: 5,
      keys: [
        { key: '1', then: { do: 'dial', unanswered: { do: 'voicemail' } } },
        { key: '2', then: { do: 'menu', menu: 'a' } },
        { key: '3', then: { do: 'say', text: 'goodbye' } },
      ],
      otherwise: { do: 'busy' },
    },
  ],
  ...over,
});

/** A caller in a menu. */
function inMenu(task: MenuTask, far: { gone?: boolean } = {}) {
  const heard: string[] = [];
  const caller = fakeLine((samples) => {
    heard.push(samples === MENU ? 'menu' : samples === GOODBYE ? 'goodbye' : 'tone');
  });
  const placed: { user: string; word: string }[] = [];
  const calls: ReturnType<typeof fakePlaced>[] = [];
  const messages: string[] = [];
  const callId = randomUUID();
  const deps = {
    speak: async (text: string) => (text === 'menu' ? MENU : GOODBYE),
    place: (wanted: { user: string; word: string }) => {
      placed.push(wanted);
      const call = fakePlaced(far);
      calls.push(call);
      return call.placed;
    },
    leaveMessage: async (_call: unknown, asked: { callId: string }) => void messages.push(asked.callId),
    log: () => {},
  };
  const played = playMenu(deps, keepKeysAhead(caller.line), { callId, task });
  return { ...caller, callId, heard, placed, calls, messages, played };
}

/** A call whose far side a test plays. One that is `gone` answers no CANCEL and no BYE. */
function fakePlaced(far: { gone?: boolean } = {}) {
  const answer = Promise.withResolvers<Awaited<Placed['answered']>>();
  const end = Promise.withResolvers<Awaited<Placed['ended']>>();
  const known = { joined: 0, hungUp: 0 };
  const placed: Placed = {
    answered: answer.promise,
    ended: end.promise,
    hangUp: async () => {
      known.hungUp += 1;
      if (far.gone) return;
      answer.resolve({ answered: false, status: 487, reason: 'Request Terminated' });
      end.resolve({ by: 'near', how: 'hung-up', status: null, at: new Date() });
    },
    join: () => void (known.joined += 1),
    farSide: () => ({ signs: 0, isOnHold: false }),
  };
  return { placed, known, answer, end };
}

const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);

describe('a menu', () => {
  test('is cut short by a key, and puts the caller through with the word of their call', async () => {
    const { press, placed, callId, calls, played, heard } = inMenu(aTask());
    await pass(1000);
    press('1');
    await pass(0);
    expect(placed).toEqual([{ user: `${callId.replaceAll('-', '')}-a-1`, word: 'f'.repeat(32) }]);
    await pass(1000);
    expect(heard).toEqual(['menu', 'tone']);
    calls[0]?.answer.resolve({ answered: true });
    await pass(0);
    expect(calls[0]?.known).toMatchObject({ joined: 1, hungUp: 0 });
    calls[0]?.end.resolve({ by: 'far', how: 'hung-up', status: null, at: new Date() });
    await pass(0);
    await played;
  });

  test('is said as often as it says where no key is pressed, and then it sounds busy', async () => {
    const { heard, played } = inMenu(aTask());
    await pass(3000 + 5000 + 3000 + 5000);
    await pass(5000);
    await played;
    expect(heard).toEqual(['menu', 'menu', 'tone']);
  });

  test('goes on where nobody takes the call: to a message', async () => {
    const { press, calls, messages, callId, played } = inMenu(aTask());
    await pass(1000);
    press('1');
    await pass(2000);
    calls[0]?.answer.resolve({ answered: false, status: 480, reason: 'Nobody' });
    await pass(0);
    await played;
    expect(messages).toEqual([callId]);
  });

  test('sounds busy where no message can be taken', async () => {
    const task = aTask({ message: null });
    const [menu] = task.menus;
    const { heard, messages, played } = inMenu({
      ...task,
      menus: menu === undefined ? [] : [{ ...menu, tries: 1, otherwise: { do: 'voicemail' } }],
    });
    await pass(8000 + 5000);
    await played;
    expect(heard).toEqual(['menu', 'tone']);
    expect(messages).toEqual([]);
  });

  test('takes the call back when its caller is gone, and does nothing more', async () => {
    const { press, calls, line, placed, messages, played } = inMenu(aTask());
    await pass(1000);
    press('1');
    await pass(2000);
    await line.hangUp();
    await pass(0);
    await played;
    expect(calls[0]?.known.hungUp).toBeGreaterThan(0);
    expect([placed.length, messages.length]).toEqual([1, 0]);
  });

  test('takes a call back that rings for ever', async () => {
    const { press, calls, messages, played } = inMenu(aTask());
    await pass(1000);
    press('1');
    await pass(5 * 60_000);
    await played;
    expect(calls[0]?.known.hungUp).toBeGreaterThan(0);
    expect(messages).toHaveLength(1);
  });

  test('gives up a call that rings for ever and cannot be taken back: to a message', async () => {
    const { press, calls, messages, callId, played } = inMenu(aTask(), { gone: true });
    await pass(1000);
    press('1');
    await pass(6 * 60_000);
    await played;
    expect(calls[0]?.known.hungUp).toBeGreaterThan(0);
    expect(messages).toEqual([callId]);
  });

  test('is over for a caller who is gone while a call rings that cannot be taken back', async () => {
    const { press, calls, line, messages, played } = inMenu(aTask(), { gone: true });
    await pass(1000);
    press('1');
    await pass(2000);
    await line.hangUp();
    await pass(5000);
    await played;
    expect([calls[0]?.known.joined, messages.length]).toEqual([0, 0]);
  });

  test('says a sentence and is over', async () => {
    const { press, heard, played } = inMenu(aTask());
    await pass(100);
    press('3');
    await pass(1001);
    await played;
    expect(heard).toEqual(['menu', 'goodbye']);
  });

  test('ends for who presses keys for ever: by how often it is said, and by how long they are in it', async () => {
    const { press, heard, played } = inMenu(aTask());
    const pressing = setInterval(() => press('2'), 1000);
    await pass(20_000);
    clearInterval(pressing);
    await played;
    expect(heard.filter((each) => each === 'menu')).toHaveLength(12);

    const slow = aTask();
    const [menu] = slow.menus;
    const longest = { ...slow, menus: menu === undefined ? [] : [{ ...menu, waitSeconds: 60 }] };
    const waiting = inMenu(longest);
    const late = setInterval(() => waiting.press('2'), 59_000);
    await pass(8 * 60_000);
    clearInterval(late);
    await waiting.played;
    expect(waiting.heard.filter((each) => each === 'menu').length).toBeLessThan(8);
  });

  test.each([
    ['the menu', 7_900, null],
    ['its last words', 1_000, '3'],
    ['the busy tone', 15_900, null],
  ])('is not kept open for ever by who puts it on hold before %s', async (_, afterMs, key) => {
    const { side, press, line, played } = inMenu(aTask());
    await pass(afterMs);
    side.isOnHold = true;
    if (key !== null) press(key);
    await pass(4 * 60_000);
    expect(line.signal.aborted).toBe(false);
    await pass(2 * 60_000);
    expect(line.signal.aborted).toBe(true);
    await played;
  });

  test('of keys that are pressed all at once takes one', async () => {
    const { press, placed, line, played } = inMenu(aTask());
    await pass(500);
    for (const key of '1111111111ABCD*#0') press(key);
    await pass(500);
    expect(placed).toHaveLength(1);
    await line.hangUp();
    await pass(0);
    await played;
  });

  test('takes a key that comes before it can be spoken', async () => {
    const { line, press } = fakeLine();
    const keys: string[] = [];
    const speak = async (text: string) =>
      await new Promise<Int16Array>((resolve) => setTimeout(() => resolve(text === 'menu' ? MENU : GOODBYE), 1000));
    const place = ({ user }: { user: string }) => {
      keys.push(user.slice(-1));
      return fakePlaced().placed;
    };
    const played = playMenu({ speak, place, leaveMessage: async () => {}, log: () => {} }, keepKeysAhead(line), {
      callId: randomUUID(),
      task: aTask(),
    });
    await pass(1500);
    press('1');
    await pass(500);
    expect(keys).toEqual(['1']);
    await line.hangUp();
    await pass(0);
    await played;
  });

  test('that says nothing, because the machine cannot speak, gives a sign', async () => {
    const heard: number[] = [];
    const silent = fakeLine((samples) => heard.push(samples.length));
    const deps = {
      speak: async () => new Int16Array(),
      place: () => fakePlaced().placed,
      leaveMessage: async () => {},
      log: () => {},
    };
    const played = playMenu(deps, silent.line, { callId: randomUUID(), task: aTask() });
    await pass(100);
    expect(heard).toEqual([(SECOND * 400) / 1000]);
    await silent.line.hangUp();
    await played;
  });
});
