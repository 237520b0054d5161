import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../lib/testing/browser-stand-ins.ts';
import { keepLine } from './incoming-line.ts';
import type { SipAccount, SipLine, SipLineEvents, SipLineRequest } from './line/sip-client.ts';
import { useRinging } from './ring-store.ts';

/** Every line that was opened, the newest last, with what it is told. */
const lines = vi.hoisted(() => [] as { events: SipLineEvents; isClosed: boolean }[]);
const account = vi.hoisted(() => ({ fails: false, forgotten: 0 }));
vi.mock(import('./line/prepare-call.ts'), () => ({
  sipAccount: async () => {
    if (account.fails) throw new Error('The server does not answer.');
    return {} as SipAccount;
  },
  sipClient: async () => ({
    call: () => {
      throw new Error('Nobody calls.');
    },
    register: (_request: SipLineRequest, events: SipLineEvents): SipLine => {
      const line = { events, isClosed: false };
      lines.push(line);
      return { close: () => void (line.isClosed = true) };
    },
  }),
  prepareCall: () => undefined,
  forgetSipAccount: () => void (account.forgotten += 1),
}));

const listeners = new Map<string, () => void>();
let stop = (): void => undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  lines.splice(0);
  Object.assign(account, { fails: false, forgotten: 0 });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type));
  vi.stubGlobal('navigator', {
    locks: { request: async (_name: string, _options: LockOptions, hold: () => Promise<void>) => await hold() },
  });
  stop = keepLine(() => () => undefined);
});
afterEach(() => {
  stop();
  useRinging.setState({ calls: [] });
  vi.useRealTimers();
});

const open = () => lines.filter(({ isClosed }) => !isClosed).length;

test('the line is opened after the page’s first moments, and closed when nobody is signed in any more', async () => {
  expect(lines).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open()).toBe(1);
  stop();
  expect(open()).toBe(0);
});

test('a line that the engine does not take is tried again ever more seldom, with new credentials', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  lines.at(-1)?.events.refused(403);
  expect([open(), account.forgotten]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(lines).toHaveLength(2);
  lines.at(-1)?.events.refused(403);
  await vi.advanceTimersByTimeAsync(23_000);
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(lines).toHaveLength(3);
  for (let refusals = 3; refusals < 8; refusals += 1) {
    lines.at(-1)?.events.refused(null);
    await vi.advanceTimersByTimeAsync(360_000);
  }
  expect(lines).toHaveLength(8);
});

test('credentials that cannot be had are asked for again', async () => {
  account.fails = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lines).toHaveLength(0);
  account.fails = false;
  await vi.advanceTimersByTimeAsync(36_000);
  expect(open()).toBe(1);
});

test('a network that is back has the line begin anew, but not while a call rings on it', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  useRinging.setState({
    calls: [{ id: 'one', number: null, hasVoicemail: false, record: null, state: 'ringing', problem: null }],
  });
  listeners.get('online')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(lines).toHaveLength(1);

  useRinging.setState({ calls: [] });
  listeners.get('online')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([lines.length, open()]).toEqual([2, 1]);
});

test('a machine that slept begins anew', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([lines.length, open()]).toEqual([2, 1]);
});
