import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const WORKER = await readFile(new URL('../../../public/sw.js', import.meta.url), 'utf8');
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

type Options = { tag: string; data?: object };
type Shown = Options & { title: string; close: () => void };

/** The worker as Safari runs it, with the screen that its notifications stand on: one of each tag. */
function inSafari() {
  const screen = new Map<string, Shown>();
  const listeners = new Map<string, (event: object) => void>();
  let times = 0;
  const registration = {
    showNotification: async (title: string, options: Options) => {
      times += 1;
      screen.set(options.tag, { ...options, title, close: () => screen.delete(options.tag) });
    },
    getNotifications: async ({ tag }: { tag: string }) => [...screen.values()].filter((shown) => shown.tag === tag),
  };
  const self = {
    ...{ registration, navigator: { userAgent: SAFARI }, clients: { matchAll: async () => [] } },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  };
  runInContext(WORKER, createContext({ self }));
  return {
    titles: () => [...screen.values()].map(({ title }) => title),
    times: () => times,
    push: async (content: object) => {
      const works: Promise<unknown>[] = [];
      listeners.get('push')?.({
        data: { json: () => ({ body: '', path: '/', ...content }) },
        waitUntil: (work: Promise<unknown>) => works.push(work),
      });
      await Promise.all(works);
    },
  };
}

const ringing = {
  tag: 'call 1',
  title: 'Incoming call',
  call: { id: '1', token: 'x', answer: 'Answer', decline: 'Decline' },
};
const over = { tag: 'call 1', title: 'Farline', isOver: true };

test('in Safari a call that is over goes from the screen, each push having shown something', async () => {
  const safari = inSafari();
  await safari.push(ringing);
  expect(safari.titles()).toEqual(['Incoming call']);
  await safari.push(over);
  expect([safari.titles(), safari.times()]).toEqual([[], 2]);
});

test('in Safari that a call was missed stays when the call is taken back', async () => {
  const safari = inSafari();
  await safari.push(ringing);
  await safari.push({ tag: 'call 1', title: 'Missed call' });
  await safari.push(over);
  expect([safari.titles(), safari.times()]).toEqual([['Missed call'], 3]);
});

const message = (minute: number) => ({
  tag: 'message 1',
  title: 'New message',
  at: `2031-05-01T10:0${minute}:00.000Z`,
});

test('a message that was read on another screen goes from this one', async () => {
  const safari = inSafari();
  await safari.push(message(1));
  expect(safari.titles()).toEqual(['New message']);
  await safari.push({ ...message(2), title: 'Farline', isRead: true });
  expect([safari.titles(), safari.times()]).toEqual([[], 2]);
});

test('a message that came after what was read stays, however late that is told', async () => {
  const safari = inSafari();
  await safari.push(message(3));
  await safari.push({ ...message(2), title: 'Farline', isRead: true });
  expect(safari.titles()).toEqual(['New message']);
});
