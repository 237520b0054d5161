import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const WORKER = await readFile(new URL('../../../public/sw.js', import.meta.url), 'utf8');
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

type Options = { tag: string; data?: object };
type Shown = Options & { title: string; close: () => void };

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Page {
  focused: boolean;
  visibilityState: string;
  focus: () => void;
  postMessage: (where: object, ports: MessagePort[]) => void;
}

/** What a worker keeps from one start to the next, as the browser has it. */
function aStore() {
  const kept = new Map<string, Map<string, object>>();
  const cacheOf = (name: string) => kept.get(name) ?? kept.set(name, new Map()).get(name) ?? new Map<string, object>();
  const open = async (name: string) => ({
    put: async (path: string, answer: object) => void cacheOf(name).set(path, answer),
    keys: async () => [...cacheOf(name).keys()],
    delete: async (path: string) => cacheOf(name).delete(path),
  });
  const match = async (path: string, { cacheName }: { cacheName: string }) => cacheOf(cacheName).get(path);
  return { open, match, sizes: () => [...kept.values()].map(({ size }) => size) };
}

/** The worker as a browser runs it, with the screen that its notifications stand on: one of each tag. */
function inBrowser(userAgent: string, caches = aStore(), pages: Page[] = []) {
  const screen = new Map<string, Shown>();
  const listeners = new Map<string, (event: object) => void>();
  const opened: string[] = [];
  let times = 0;
  const registration = {
    showNotification: async (title: string, options: Options) => {
      times += 1;
      screen.set(options.tag, { ...options, title, close: () => screen.delete(options.tag) });
    },
    getNotifications: async ({ tag }: { tag: string }) => [...screen.values()].filter((shown) => shown.tag === tag),
  };
  const self = {
    registration,
    navigator: { userAgent },
    clients: {
      matchAll: async () => pages,
      openWindow: async (path: string) => {
        opened.push(path);
        return null;
      },
    },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  };
  runInContext(WORKER, createContext({ self, caches, Response, MessageChannel, setTimeout, clearTimeout }));
  return {
    click: async (action: string, data: object) => {
      const works: Promise<unknown>[] = [];
      const notification = { data: { path: '/', ...data }, close: () => undefined };
      listeners.get('notificationclick')?.({
        notification,
        action,
        waitUntil: (work: Promise<unknown>) => works.push(work),
      });
      await Promise.all(works);
    },
    titles: () => [...screen.values()].map(({ title }) => title),
    times: () => times,
    opened: () => opened,
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
  const safari = inBrowser(SAFARI);
  await safari.push(ringing);
  expect(safari.titles()).toEqual(['Incoming call']);
  await safari.push(over);
  expect([safari.titles(), safari.times()]).toEqual([[], 2]);
});

test('in Safari that a call was missed stays when the call is taken back', async () => {
  const safari = inBrowser(SAFARI);
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
  const safari = inBrowser(SAFARI);
  await safari.push(message(1));
  expect(safari.titles()).toEqual(['New message']);
  await safari.push({ ...message(2), title: 'Farline', isRead: true });
  expect([safari.titles(), safari.times()]).toEqual([[], 2]);
});

test('a message that came after what was read stays, however late that is told', async () => {
  const safari = inBrowser(SAFARI);
  await safari.push(message(3));
  await safari.push({ ...message(2), title: 'Farline', isRead: true });
  expect(safari.titles()).toEqual(['New message']);
});

test.each([
  ['Chrome', CHROME, 0],
  ['Safari', SAFARI, 2],
])(
  'in %s a call that rings after it was said to be over is not shown, by a worker that has been started anew either',
  async (_name, userAgent, times) => {
    const store = aStore();
    await inBrowser(userAgent, store).push(over);
    const worker = inBrowser(userAgent, store);
    await worker.push(ringing);
    await worker.push({ ...ringing, tag: 'call 2' });
    expect([worker.titles(), worker.times()]).toEqual([['Incoming call'], Math.max(1, times)]);
  },
);

test('that a call was missed stays when the push that it rings comes last', async () => {
  const worker = inBrowser(CHROME);
  await worker.push(over);
  await worker.push({ tag: 'call 1', title: 'Missed call' });
  await worker.push(ringing);
  expect(worker.titles()).toEqual(['Missed call']);
});

test('a call that is over while it is being shown goes again', async () => {
  const worker = inBrowser(CHROME);
  await Promise.all([worker.push(ringing), worker.push(over)]);
  expect(worker.titles()).toEqual([]);
});

test('calls that are over are not remembered for good', async () => {
  const store = aStore();
  const worker = inBrowser(CHROME, store);
  for (let call = 0; call < 60; call += 1) await worker.push({ ...over, tag: `call ${call}` });
  expect(store.sizes()).toEqual([50]);
});

interface Asked {
  isForPhone?: boolean;
  path?: string;
  anyway?: boolean;
}

/**
 * Pages behind other windows, the one that was looked at last first, and what became of each. A silent one never says a word; one of the version
 * before knows no question, only where it is told to go.
 */
function pagesOf(replies: Record<string, 'ready' | 'phone elsewhere' | 'silent' | 'of before'>): {
  pages: Page[];
  did: string[];
} {
  const did: string[] = [];
  const pages = Object.entries(replies).map(([name, reply]) => ({
    focused: false,
    visibilityState: 'hidden',
    focus: () => void did.push(`${name} comes to the front`),
    postMessage: ({ isForPhone, path, anyway }: Asked, [port]: MessagePort[]) => {
      if (reply === 'silent') return;
      const isAsked = path === undefined && isForPhone !== undefined;
      if (isAsked && reply === 'of before') return;
      if (!isAsked) did.push(`${name} goes to ${path}${anyway === true ? ' anyway' : ''}`);
      port?.postMessage(isAsked ? reply : 'going');
    },
  }));
  return { pages, did };
}

test('Answer in a notification leads to the page that talks, whichever was looked at last', async () => {
  const { pages, did } = pagesOf({ B: 'phone elsewhere', A: 'ready' });
  await inBrowser(CHROME, aStore(), pages).click('answer', { call: ringing.call });
  expect(did).toEqual(['A goes to / anyway', 'A comes to the front']);
});

test('where the page that talks says nothing, another shows what stands in the way', async () => {
  const { pages, did } = pagesOf({ A: 'silent', B: 'phone elsewhere', C: 'phone elsewhere' });
  await inBrowser(CHROME, aStore(), pages).click('call-back', { callBack: { number: '+447700900555' } });
  expect(did).toEqual(['B goes to / anyway', 'B comes to the front']);
});

test.each<[string, 'ready' | 'of before', string]>([
  ['leads there, and no second page is opened', 'of before', 'A goes to /'],
  ['is passed over for one that knows the question', 'ready', 'B goes to / anyway'],
])('a page of the version before %s', async (_what, other, went) => {
  const { pages, did } = pagesOf({ A: 'of before', B: other });
  const worker = inBrowser(CHROME, aStore(), pages);
  await worker.click('answer', { call: ringing.call });
  expect(did).toEqual([went, `${went[0]} comes to the front`]);
  expect(worker.opened()).toEqual([]);
});

test('pages that say nothing are waited for together, no longer than Firefox lets a click open one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pages } = pagesOf({ A: 'silent', B: 'silent', C: 'silent' });
  const worker = inBrowser(CHROME, aStore(), pages);
  const clicked = worker.click('', { path: '/messages' });
  await vi.advanceTimersByTimeAsync(900);
  expect(worker.opened()).toEqual(['/messages']);
  await clicked;
  vi.useRealTimers();
});
