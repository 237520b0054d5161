import '../testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNotifications } from './follow-notifications.ts';

const NUMBER = '+447700900555';
let worker: EventTarget;
let isElsewhere: boolean;
let did: string[];
let stop: () => void;

beforeEach(() => {
  worker = Object.assign(new EventTarget(), { startMessages: () => undefined });
  isElsewhere = false;
  did = [];
  vi.stubGlobal('navigator', { serviceWorker: worker });
  stop = followNotifications({
    userId: 'ada',
    go: (path) => void did.push(`goes to ${path}`),
    answer: (id) => void did.push(`answers ${id}`),
    callBack: (number) => void did.push(`calls ${number}`),
    isPhoneElsewhere: async () => isElsewhere,
  });
});
afterEach(() => stop());

/** What the page answers to where a notification leads. */
async function led(data: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((heard) => (port1.onmessage = ({ data: reply }) => heard(reply)));
  worker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  const reply = await said;
  port1.close();
  return reply;
}

test('a notification leads to its page, answers its call or calls back', async () => {
  expect(await led({ path: '/calls' })).toBe('going');
  expect(await led({ path: '/', answer: 'a call' })).toBe('going');
  expect(await led({ path: '/', callBack: NUMBER })).toBe('going');
  expect(did).toEqual(['goes to /calls', 'answers a call', `calls ${NUMBER}`]);
});

test('while another tab has the phone, calls are left to that one, unless it takes none; pages are shown here', async () => {
  isElsewhere = true;
  expect(await led({ path: '/', answer: 'a call' })).toBe('phone elsewhere');
  expect(await led({ path: '/', callBack: NUMBER })).toBe('phone elsewhere');
  expect(await led({ path: '/calls' })).toBe('going');
  expect(await led({ path: '/', answer: 'a call', anyway: true })).toBe('going');
  expect(did).toEqual(['goes to /calls', 'answers a call']);
});
