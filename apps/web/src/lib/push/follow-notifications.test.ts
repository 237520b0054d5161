import type { User } from '@farline/contracts/auth';
import { storage } from '../testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../session/session.ts';
import { followNotifications } from './follow-notifications.ts';

const NUMBER = '+447700900555';
let worker: EventTarget;
let isElsewhere: boolean;
let did: string[];
let shown: string[];
let stop: () => void;
const enters = (id: string): void => useSession.setState({ status: 'signed-in', user: { id } as User }, true);

/** Ada is signed in, and looks at her page, in a browser that tells of things for whoever is named. */
function follow(tellsOf: string): void {
  storage.set('farline.push', tellsOf);
  enters('ada');
  stop = followNotifications({
    userId: 'ada',
    go: (path) => void did.push(`goes to ${path}`),
    answer: (id) => void did.push(`answers ${id}`),
    callBack: (number) => void did.push(`calls ${number}`),
    isPhoneElsewhere: async () => isElsewhere,
  });
}

beforeEach(() => {
  shown = ['a missed call', 'a text'];
  const getNotifications = async () => shown.map((one) => ({ close: () => shown.splice(shown.indexOf(one), 1) }));
  worker = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    getRegistration: async () => ({ getNotifications }),
  });
  isElsewhere = false;
  did = [];
  vi.stubGlobal('navigator', { serviceWorker: worker });
  vi.stubGlobal('window', { isSecureContext: false });
  follow('ada');
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

test('a page says whether it would go, before it does anything', async () => {
  expect(await led({ isForPhone: true })).toBe('ready');
  isElsewhere = true;
  expect(await led({ isForPhone: true })).toBe('phone elsewhere');
  expect(await led({ isForPhone: false })).toBe('ready');
  expect(did).toEqual([]);
});

test('who signs out leaves no notification on the screen, and one page after another takes none away', async () => {
  stop();
  follow('ada');
  expect(shown).toHaveLength(2);
  useSession.setState({ status: 'signed-out' }, true);
  stop();
  await expect.poll(() => shown).toEqual([]);
});

test('who signs in finds no notification of another, whose session ended while no page was open', async () => {
  stop();
  follow('grace');
  await expect.poll(() => shown).toEqual([]);
});
