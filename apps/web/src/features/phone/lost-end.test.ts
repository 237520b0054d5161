import type { Call } from '@farline/contracts/calls';
import '../../lib/testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, ring } from './answer-control.ts';
import { hangUp, placeCall } from './call-control.ts';
import { endParked, swap } from './call-line.ts';
import { watchRecords } from './call-record.ts';
import type { SipCall, SipCallEvents, SipCallRequest, SipLine } from './line/sip-client.ts';
import type { Notification } from '../../lib/page/toaster.ts';
import { publishLiveGap } from '../../lib/live/live-events.ts';
import { resetPhone, tellPhone, usePhone } from './phone-store.ts';
import { aCall } from './testing/a-call.ts';
import { aMicrophone, StandInStream } from './testing/microphone-stand-ins.ts';

/**
 * Calls of whose end one side hears late: no BYE arrives, or the server's word comes when another call has taken the place. And one that is to
 * keep its place until the server's word of a transfer has come.
 */

const OUT = '0198a5f0-0000-7000-8000-000000000010';
const IN = '0198a5f0-0000-7000-8000-000000000011';
/** Longer than an end is watched for. */
const WATCHED_MS = 21_000;

const placing = vi.hoisted(() => ({ events: null as SipCallEvents | null }));
const answering = { events: null as SipCallEvents | null };
vi.mock(import('./line/prepare-call.ts'), () => ({
  sipAccount: async () => ({}) as SipCallRequest['account'],
  sipClient: async () => ({
    register: (): SipLine => ({ close: () => undefined }),
    call: (_request: SipCallRequest, events: SipCallEvents) => {
      placing.events = events;
      return aDeafCall(events);
    },
  }),
  prepareCall: () => undefined,
  forgetSipAccount: () => undefined,
}));
const told = vi.hoisted(() => [] as string[]);
vi.mock(import('../../lib/page/notify.ts'), () => ({
  notify: async ({ message }: Notification) => void told.push(message),
}));
vi.mock(import('./line/far-audio.ts'), () => ({
  farAudio: () => ({ volume: 1 }) as HTMLAudioElement,
  playFarAudio: async () => undefined,
  stopFarAudio: () => undefined,
  chooseSpeaker: async () => undefined,
}));

/** It is over here at once, and nobody else hears of it. */
function aDeafCall(events: SipCallEvents): SipCall {
  return {
    hangUp: () => events.ended({ is: 'hung-up', by: 'here' }),
    hold: () => true,
    mute: () => undefined,
    sendDigits: () => undefined,
    replaceMicrophone: async () => undefined,
    stats: async () => new Map(),
  };
}

/** What the server has of each call, and what it was asked. */
let calls = new Map<string, Call>();
let asked: string[] = [];
/** What its answers wait for. */
let held: Promise<void> = Promise.resolve();
let isOffline = false;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  calls = new Map([
    [OUT, aCall({ id: OUT })],
    [IN, aCall({ id: IN, direction: 'inbound', placedBy: 'telephone' })],
  ]);
  asked = [];
  told.length = 0;
  isOffline = false;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    const [, id = OUT, end = ''] = /\/calls\/([0-9a-f-]{36})(\/end)?$/.exec(url) ?? [];
    const what = url.endsWith('/initiate') ? 'placed' : end === '' ? 'looked' : 'ended';
    asked.push(`${what} ${id}`);
    const placement = { uri: 'sip:a', header: { name: 'X', value: OUT }, validUntil: '' };
    await held;
    if (url.endsWith('/active')) return new Response(JSON.stringify({ call: null }));
    return new Response(JSON.stringify({ call: calls.get(id), ...(method === 'POST' ? { placement } : {}) }));
  });
  vi.stubGlobal('MediaStream', StandInStream);
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'en',
    languages: ['en'],
    mediaDevices: { getUserMedia: async () => aMicrophone([]) },
  });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
  stop = watchRecords();
});
afterEach(() => {
  endParked();
  hangUp();
  stop();
  held = Promise.resolve();
  resetPhone();
  vi.useRealTimers();
});

async function talkOut(): Promise<void> {
  await placeCall('+447700900123');
  placing.events?.answered();
}

/** A call comes in and is answered while another runs. */
async function answerIn(talkedOn: 'ends' | 'waits'): Promise<void> {
  let answered: () => void = () => undefined;
  ring({
    id: IN,
    number: '+447700900555',
    hasVoicemail: false,
    answer: (_microphone, events) => {
      ({ answered } = events);
      answering.events = events;
      return aDeafCall(events);
    },
    refuse: () => undefined,
  });
  await answer(IN, talkedOn);
  answered();
}

const ends = () => asked.filter((what) => what.startsWith('ended'));
const watched = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(WATCHED_MS));
const talkedOn = () => {
  const { phone } = usePhone.getState();
  return phone.state === 'talking' ? phone.call.id : phone.state;
};

test('a waiting call whose line is lost is ended through the server at once', async () => {
  await talkOut();
  await answerIn('waits');
  placing.events?.signalling('lost');
  endParked();
  await expect.poll(ends).toEqual([`ended ${OUT}`]);
  expect(talkedOn()).toBe(IN);
});

test('End and answer ends a call whose line is lost through the server at once', async () => {
  await talkOut();
  placing.events?.signalling('lost');
  await answerIn('ends');
  await expect.poll(ends).toEqual([`ended ${OUT}`]);
  expect(talkedOn()).toBe(IN);
});

test.each<[string, () => Promise<void>]>([
  ['the phone has been cleared', async () => void (hangUp(), tellPhone({ type: 'cleared' }))],
  [
    'whoever waited is talked with again',
    async () => {
      await answerIn('waits');
      swap();
      hangUp();
    },
  ],
  ['another was answered in its place', async () => await answerIn('ends')],
  [
    'it waited beside another',
    async () => {
      await answerIn('waits');
      endParked();
    },
  ],
])('a call whose BYE was lost unnoticed is ended through the server although %s', async (_why, end) => {
  await talkOut();
  await end();
  expect(ends()).toEqual([]);
  const shown = talkedOn();
  await watched();
  expect(ends()).toContain(`ended ${OUT}`);
  expect(ends()).not.toContain(`ended ${IN}`);
  expect(talkedOn()).toBe(shown);
});

test('a call that is being transferred is not set aside for whoever waits: the way back stays', async () => {
  await talkOut();
  await answerIn('waits');
  usePhone.setState({ transfer: { is: 'asking', number: '+447700900123' } });
  swap();
  expect(talkedOn()).toBe(IN);
  expect(usePhone.getState().transfer.is).toBe('asking');
  usePhone.setState({ transfer: { is: 'none' } });
  swap();
  expect(talkedOn()).toBe(OUT);
});

test('what the server says has ended, or goes on for others, is not ended once more', async () => {
  await talkOut();
  calls.set(OUT, aCall({ id: OUT, endedAt: '2026-01-01T00:00:09Z' }));
  hangUp();
  tellPhone({ type: 'cleared' });
  await watched();
  expect([ends(), asked.filter((what) => what.startsWith('looked'))]).toEqual([[], [`looked ${OUT}`]]);

  await talkOut();
  calls.set(OUT, aCall({ id: OUT, transfer: { role: 'given', isJoined: true } as NonNullable<Call['transfer']> }));
  hangUp();
  tellPhone({ type: 'cleared' });
  await watched();
  expect(ends()).toEqual([]);
});

test('a call that came in and goes on elsewhere is not ended, and what the phone shows of another one stays', async () => {
  await talkOut();
  await answerIn('waits');
  hangUp();
  expect(talkedOn()).toBe(OUT);
  calls.set(OUT, aCall({ id: OUT, endedAt: '2026-01-01T00:00:09Z' }));
  hangUp();
  await watched();
  expect([ends(), talkedOn()]).toEqual([[], 'ended']);
});

test('the server’s late word that a call has ended does not end the one that is talked on since', async () => {
  await talkOut();
  await answerIn('waits');
  let letGo: () => void = () => undefined;
  held = new Promise((resolve) => (letGo = resolve));
  publishLiveGap();
  answering.events?.ended({ is: 'hung-up', by: 'there' });
  expect(talkedOn()).toBe(OUT);

  calls.set(IN, aCall({ id: IN, direction: 'inbound', endedAt: '2026-01-01T00:00:09Z' }));
  letGo();
  await vi.advanceTimersByTimeAsync(100);
  expect([asked.at(-1), talkedOn()]).toEqual([`looked ${IN}`, OUT]);
});

test('a call that is hung up without a network is ended once there is one again, and that it failed is told once', async () => {
  await talkOut();
  placing.events?.signalling('lost');
  isOffline = true;
  hangUp();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told.length, ends()]).toEqual([1, []]);

  isOffline = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(ends()).toEqual([`ended ${OUT}`]);
  calls.set(OUT, aCall({ id: OUT, endedAt: '2026-01-01T00:00:09Z' }));
  await watched();
  expect([told.length, usePhone.getState().phone]).toMatchObject([1, { state: 'ended', call: calls.get(OUT) }]);
});

test('the end of a call that live push has missed is asked for after the gap', async () => {
  await talkOut();
  hangUp();
  await watched();
  calls.set(OUT, aCall({ id: OUT, endedAt: '2026-01-01T00:00:09Z' }));
  publishLiveGap();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(usePhone.getState().phone).toMatchObject({ state: 'ended', call: calls.get(OUT) });
});
