import type { User } from '@farline/contracts/auth';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { useSession } from '../../lib/session/session.ts';
import { lineEvents, measure, newLine, park, putInUse } from './call-line.ts';
import { watchRecords } from './call-record.ts';
import { notedCall, noteCall } from './page-note.ts';
import { resetPhone, tellPhone, usePhone } from './phone-store.ts';
import { aCall } from './testing/a-call.ts';

vi.mock(import('./line/far-audio.ts'), () => ({
  farAudio: () => ({ volume: 1 }) as HTMLAudioElement,
  playFarAudio: async () => undefined,
  stopFarAudio: () => undefined,
  chooseSpeaker: async () => undefined,
}));

const OUT = aCall({ id: '0198a5f0-0000-7000-8000-000000000010' });
const WAITS = aCall({ id: '0198a5f0-0000-7000-8000-000000000011' });
const enters = (id: string): void => useSession.setState({ status: 'signed-in', user: { id } as User }, true);
const leaves = (): void => useSession.setState({ status: 'signed-out' }, true);

let hungUp: string[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  hungUp = [];
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  });
  enters('ada');
  stop = watchRecords();
});
afterEach(() => {
  stop();
  resetPhone();
  leaves();
  vi.useRealTimers();
});

/** A call is talked on, and measured, whose line to the engine is lost. */
function talk(call: typeof OUT): void {
  const line = newLine();
  line.sip = {
    hangUp: () => {
      hungUp.push(call.id);
      lineEvents(line).ended({ is: 'hung-up', by: 'here' });
    },
    hold: () => true,
    mute: () => undefined,
    sendDigits: () => undefined,
    replaceMicrophone: async () => undefined,
    stats: async () => new Map([['sound', { type: 'inbound-rtp', kind: 'audio' }]]),
  };
  putInUse(line);
  tellPhone({ type: 'picked-up', call, atMs: Date.now() });
  measure(line, { id: call.id, answeredAtMs: Date.now() });
  noteCall(call.id);
}

test('who signs in where the call of another still runs finds an empty phone, and the server is asked nothing in their name', async () => {
  const requests = answerRequests();
  talk(WAITS);
  park();
  talk(OUT);
  await vi.advanceTimersByTimeAsync(3_000);
  tellPhone({ type: 'signalling', signalling: 'lost' });
  usePhone.setState({ typed: '+447700900999', elsewhere: aCall() });
  leaves();
  expect(usePhone.getState().phone.state).toBe('talking');

  enters('grace');
  expect(hungUp.toSorted()).toEqual([OUT.id, WAITS.id]);
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'idle' }, parked: null, typed: '', elsewhere: null });
  expect([notedCall(), useCallInProgress.getState().isRunning]).toEqual([null, false]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(requests).toEqual([]);
});

test('of a call that is over, nothing is asked in the name of who signs in next', async () => {
  const requests = answerRequests();
  talk(OUT);
  tellPhone({ type: 'over', atMs: Date.now(), problem: null });
  leaves();
  enters('grace');
  await vi.advanceTimersByTimeAsync(30_000);
  expect([usePhone.getState().phone.state, requests]).toEqual(['idle', []]);
});

test('who signs in again in the middle of their call keeps it', () => {
  talk(OUT);
  leaves();
  enters('ada');
  expect([hungUp, usePhone.getState().phone.state]).toEqual([[], 'talking']);
  tellPhone({ type: 'over', atMs: Date.now(), problem: null });
});
