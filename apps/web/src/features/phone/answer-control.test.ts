import { beforeEach, expect, test, vi } from 'vitest';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { answer, answerOnceItRings, decline, ring, watchRinging } from './answer-control.ts';
import { hangUp, placeCall, toggleMute } from './call-control.ts';
import { endParked, swap } from './call-line.ts';
import type { RingingSipCall, SipCall, SipCallEvents, SipCallRequest, SipLine } from './line/sip-client.ts';
import { stateWord } from './phone-state.ts';
import { resetPhone, usePhone } from './phone-store.ts';
import { publishLiveEvent } from '../../lib/live/live-events.ts';
import { useRinging } from './ring-store.ts';
import { aCall } from './testing/a-call.ts';
import { aMicrophone, StandInStream, type Track } from './testing/microphone-stand-ins.ts';

const ONE = '0198a5f0-0000-7000-8000-000000000011';
const OTHER = '0198a5f0-0000-7000-8000-000000000022';
const record = (id: string) =>
  aCall({ id, direction: 'inbound', placedBy: 'telephone', from: '+447700900555', to: '+999100200' });

const placing = vi.hoisted(() => ({ events: null as SipCallEvents | null, said: [] as string[] }));
vi.mock(import('./line/prepare-call.ts'), () => ({
  sipAccount: async () => ({}) as SipCallRequest['account'],
  sipClient: async () => ({
    register: (): SipLine => ({ close: () => undefined }),
    call: (_request: SipCallRequest, events: SipCallEvents) => {
      placing.events = events;
      return aSipCall('out', events);
    },
  }),
  prepareCall: () => undefined,
  forgetSipAccount: () => undefined,
}));
const far = vi.hoisted(() => ({ heard: null as MediaStream | null }));
vi.mock(import('./line/far-audio.ts'), () => ({
  farAudio: () => ({ volume: 1 }) as HTMLAudioElement,
  playFarAudio: async (stream) => void (far.heard = stream),
  stopFarAudio: () => void (far.heard = null),
  chooseSpeaker: async () => undefined,
}));

/** A call that does at once what it is asked for, and notes it. */
function aSipCall(name: string, events: SipCallEvents): SipCall {
  return {
    hangUp: () => {
      placing.said.push(`${name} hung up`);
      events.ended({ is: 'hung-up', by: 'here' });
    },
    hold: (action) => {
      placing.said.push(`${name} ${action}`);
      events.held?.(action === 'hold' ? 'held' : 'talking');
      return true;
    },
    mute: () => undefined,
    sendDigits: () => undefined,
    replaceMicrophone: async () => undefined,
    stats: async () => new Map(),
  };
}

interface Rung {
  said: string[];
  events: () => SipCallEvents;
  gone: () => void;
}

/** A call rings; what the phone tells its caller's side is noted. */
function rings(id: string): Rung {
  const said: string[] = [];
  let events: SipCallEvents | null = null;
  const call: RingingSipCall = {
    id,
    ...{ number: '+447700900555', hasVoicemail: true },
    answer: (_microphone, told) => {
      said.push('200');
      events = told;
      return aSipCall('in', told);
    },
    refuse: (where) => {
      said.push({ everywhere: '603', here: '486', 'to-voicemail': '603 to voicemail' }[where]);
      events?.ended({ is: 'hung-up', by: 'here' });
    },
  };
  const gone = ring(call);
  return {
    said,
    gone,
    events: () => {
      if (events === null) throw new Error('It was not answered.');
      return events;
    },
  };
}

let tracks: Track[] = [];
let openMicrophone = async (): Promise<MediaStream> => aMicrophone(tracks);

const live = () => tracks.filter(({ readyState }) => readyState === 'live').length;
const word = () => stateWord(usePhone.getState().phone);
const shown = () => useRinging.getState().calls;

beforeEach(() => {
  for (const { id } of shown()) decline(id, 'here');
  endParked();
  hangUp();
  resetPhone();
  tracks = [];
  placing.said = [];
  openMicrophone = async () => aMicrophone(tracks);
  answerRequests({ status: 200, body: { call: record(ONE) } });
  vi.stubGlobal('MediaStream', StandInStream);
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'en',
    languages: ['en'],
    mediaDevices: { getUserMedia: async () => await openMicrophone() },
  });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
});

/** Somebody talks in a call that was placed here. */
async function talkOut(): Promise<void> {
  const call = aCall({ id: 'out' });
  answerRequests({
    status: 200,
    body: { call, placement: { uri: 'sip:a', header: { name: 'X', value: 'out' }, validUntil: '' } },
  });
  await placeCall('+447700900123');
  placing.events?.answered();
  answerRequests({ status: 200, body: { call: record(ONE) } });
}

test('Answer pressed twice answers once, and the call is talked on when its caller’s side has taken the answer', async () => {
  const rung = rings(ONE);
  await Promise.all([answer(ONE), answer(ONE)]);
  expect(rung.said).toEqual(['200']);
  expect([word(), shown()]).toEqual(['idle', [expect.objectContaining({ state: 'answering' })]]);

  rung.events().answered();
  expect([word(), shown()]).toEqual(['in-call', []]);
  expect(live()).toBe(1);
  hangUp();
  expect([word(), live()]).toEqual(['ended', 0]);
});

test('a microphone that is not allowed leaves the call ringing; allowed later, Answer works', async () => {
  openMicrophone = async () => {
    throw new DOMException('no', 'NotAllowedError');
  };
  const rung = rings(ONE);
  await answer(ONE);
  expect(rung.said).toEqual([]);
  expect(shown()).toMatchObject([{ state: 'ringing', problem: 'microphone_refused' }]);

  openMicrophone = async () => aMicrophone(tracks);
  await answer(ONE);
  expect(rung.said).toEqual(['200']);
});

test('a caller who gives up while the microphone is asked for is not answered, and no microphone stays open', async () => {
  const rung = rings(ONE);
  const answering = answer(ONE);
  rung.gone();
  await answering;
  expect([rung.said, shown(), live(), word()]).toEqual([[], [], 0, 'idle']);
});

test('Decline pressed while it is being answered declines', async () => {
  const rung = rings(ONE);
  await answer(ONE);
  decline(ONE, 'everywhere');
  expect([rung.said, shown(), live(), word()]).toEqual([['200', '603'], [], 0, 'idle']);
});

test('whose caller is sent to voicemail rings here no more', () => {
  const { said } = rings(ONE);
  decline(ONE, 'to-voicemail');
  expect([said, shown()]).toEqual([['603 to voicemail'], []]);
});

test('who answers a moment after another device is left with nothing', async () => {
  const rung = rings(ONE);
  await answer(ONE);
  rung.events().ended({ is: 'elsewhere' });
  expect([shown(), live(), word()]).toEqual([[], 0, 'idle']);
});

test('another device’s answer ends a call that was connected here at the same instant, without a word of it', async () => {
  const rung = rings(ONE);
  await answer(ONE);
  rung.events().answered();
  rung.events().ended({ is: 'elsewhere' });
  expect([live(), word()]).toEqual([0, 'idle']);
});

test('the server’s word that it was answered elsewhere takes the panel away', () => {
  const stop = watchRinging();
  rings(ONE);
  publishLiveEvent({ type: 'call.changed', call: { ...record(ONE), answeredAt: '2026-01-01T00:00:03Z' } } as never);
  expect(shown()).toEqual([]);
  stop();
});

test('a fifth call at once hears busy, and the same call twice rings once', () => {
  const ids = [1, 2, 3, 4, 5].map((digit) => ONE.replace('11', `3${digit}`));
  const rung = ids.map(rings);
  expect(rung.map(({ said }) => said)).toEqual([[], [], [], [], ['486']]);
  expect(rings(ids[0] ?? '').said).toEqual(['486']);
  expect(shown()).toHaveLength(4);
});

test('End and answer: the running call ends when the other is connected, and its microphone with it', async () => {
  await talkOut();
  const rung = rings(ONE);
  await answer(ONE, 'ends');
  expect([placing.said, word()]).toEqual([[], 'in-call']);

  rung.events().answered();
  expect(placing.said).toEqual(['out hung up']);
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'talking', call: { id: ONE } }, parked: null });
  expect(live()).toBe(1);
});

test('Hold and answer: a muted call waits, the other is heard and can be spoken to, and swapping leaves each as it was', async () => {
  await talkOut();
  const outside = {} as MediaStream;
  placing.events?.farAudio(outside);
  toggleMute();
  const rung = rings(ONE);
  await answer(ONE, 'waits');
  const inside = {} as MediaStream;
  rung.events().farAudio(inside);
  expect(far.heard).toBe(outside);
  rung.events().answered();

  expect(placing.said).toEqual(['out hold']);
  expect(usePhone.getState()).toMatchObject({
    phone: { call: { id: ONE } },
    parked: { phone: { call: { id: 'out' } }, isMuted: true },
    isMuted: false,
    isHeld: false,
  });
  expect(far.heard).toBe(inside);
  expect(tracks.map(({ enabled }) => enabled)).toEqual([false, true]);

  swap();
  expect(placing.said).toEqual(['out hold', 'in hold', 'out resume']);
  expect(usePhone.getState()).toMatchObject({
    phone: { call: { id: 'out' } },
    parked: { phone: { call: { id: ONE } }, isMuted: false },
    isMuted: true,
    isHeld: false,
  });
  expect(far.heard).toBe(outside);
  expect(tracks.map(({ enabled }) => enabled)).toEqual([false, false]);
});

test('when the call that is talked on ends, whoever waits is talked with again', async () => {
  await talkOut();
  const rung = rings(ONE);
  await answer(ONE, 'waits');
  rung.events().answered();
  hangUp();
  expect(placing.said).toEqual(['out hold', 'in hung up', 'out resume']);
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'talking', call: { id: 'out' } }, parked: null });
  expect(live()).toBe(1);
});

test('whoever waits may hang up, and the other call goes on', async () => {
  await talkOut();
  const rung = rings(ONE);
  await answer(ONE, 'waits');
  rung.events().answered();
  placing.events?.ended({ is: 'hung-up', by: 'there' });
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'talking', call: { id: ONE } }, parked: null });
  expect(live()).toBe(1);
});

test('a caller who gives up while the running call is to wait disturbs nothing of it', async () => {
  await talkOut();
  answerRequests({ status: 200, body: { call: record(OTHER) } });
  const rung = rings(OTHER);
  await answer(OTHER, 'waits');
  rung.events().ended({ is: 'refused', status: 487, reason: null });
  expect(placing.said).toEqual([]);
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'talking', call: { id: 'out' } }, isHeld: false });
  expect(live()).toBe(1);
});

test('Answer in a notification lets the running call wait; where another waits already, nothing is ended and the page asks', async () => {
  await talkOut();
  const first = rings(ONE);
  answerOnceItRings(ONE);
  await expect.poll(() => first.said).toEqual(['200']);
  first.events().answered();
  expect(placing.said).toEqual(['out hold']);

  const second = rings(OTHER);
  answerOnceItRings(OTHER);
  expect([placing.said, second.said]).toEqual([['out hold'], []]);
  expect(shown()).toMatchObject([{ id: OTHER, state: 'ringing' }]);
});
