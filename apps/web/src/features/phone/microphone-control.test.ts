import { beforeEach, expect, test, vi } from 'vitest';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { answer, ring } from './answer-control.ts';
import { changeSound, hangUp, placeCall } from './call-control.ts';
import { endParked, swap } from './call-line.ts';
import type { SipCall, SipCallEvents, SipCallRequest, SipLine } from './line/sip-client.ts';
import { resetPhone, usePhone } from './phone-store.ts';
import { aCall } from './testing/a-call.ts';
import { aMicrophone, StandInStream, type Track } from './testing/microphone-stand-ins.ts';

const RINGING = '0198a5f0-0000-7000-8000-000000000011';

/** What each call sends, and what is told of the one that was placed. */
const engine = vi.hoisted(() => ({
  events: null as SipCallEvents | null,
  sent: new Map<string, MediaStream>(),
}));
vi.mock(import('./line/prepare-call.ts'), () => ({
  sipAccount: async () => ({}) as SipCallRequest['account'],
  sipClient: async () => ({
    register: (): SipLine => ({ close: () => undefined }),
    call: ({ microphone }: SipCallRequest, events: SipCallEvents) => {
      engine.events = events;
      return aSipCall('out', microphone, events);
    },
  }),
  prepareCall: () => undefined,
  forgetSipAccount: () => undefined,
}));
const said: string[] = [];
vi.mock(import('../../lib/page/notify.ts'), () => ({ notify: async ({ message }) => void said.push(message) }));
vi.mock(import('./line/far-audio.ts'), () => ({
  farAudio: () => ({ volume: 1 }) as HTMLAudioElement,
  playFarAudio: async () => undefined,
  stopFarAudio: () => undefined,
  chooseSpeaker: async () => undefined,
}));

/** A call that does at once what it is asked for. */
function aSipCall(name: string, microphone: MediaStream, events: SipCallEvents): SipCall {
  engine.sent.set(name, microphone);
  return {
    hangUp: () => events.ended({ is: 'hung-up', by: 'here' }),
    hold: (action) => {
      events.held?.(action === 'hold' ? 'held' : 'talking');
      return true;
    },
    mute: () => undefined,
    sendDigits: () => undefined,
    replaceMicrophone: async (another) => void engine.sent.set(name, another),
    stats: async () => new Map(),
  };
}

let tracks: Track[] = [];
let devicesChange: (() => void)[] = [];
let openMicrophone = async (): Promise<MediaStream> => aMicrophone(tracks);

/** The track that a call sends now. */
const sentBy = (name: string): Track => {
  const [track] = engine.sent.get(name)?.getAudioTracks() ?? [];
  if (track === undefined) throw new Error(`${name} sends nothing`);
  return track as unknown as Track;
};
const live = () => tracks.filter(({ readyState }) => readyState === 'live').length;

beforeEach(() => {
  endParked();
  hangUp();
  resetPhone();
  tracks = [];
  devicesChange = [];
  said.length = 0;
  openMicrophone = async () => aMicrophone(tracks);
  vi.stubGlobal('MediaStream', StandInStream);
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'en',
    languages: ['en'],
    mediaDevices: {
      getUserMedia: async () => await openMicrophone(),
      addEventListener: (_type: string, listener: () => void) => void devicesChange.push(listener),
    },
  });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
});

/** Somebody talks in a call that was placed here. */
async function talk(): Promise<void> {
  const call = aCall({ id: 'out' });
  const placement = { uri: 'sip:a', header: { name: 'X', value: 'out' }, validUntil: '' };
  answerRequests({ status: 200, body: { call, placement } });
  await placeCall('+447700900123');
  engine.events?.answered();
  expect(usePhone.getState().phone.state).toBe('talking');
}

/** Another call comes in and is talked on; the first one waits. */
async function talkToAnother(): Promise<void> {
  answerRequests({ status: 200, body: { call: aCall({ id: RINGING, direction: 'inbound' }) } });
  let events: SipCallEvents | null = null;
  ring({
    id: RINGING,
    number: '+447700900555',
    hasVoicemail: false,
    refuse: () => undefined,
    answer: (microphone, told) => {
      events = told;
      return aSipCall('in', microphone, told);
    },
  });
  await answer(RINGING, 'waits');
  (events as SipCallEvents | null)?.answered();
  expect(usePhone.getState().parked).not.toBeNull();
}

test('a microphone chosen while another call waits is the one of both: whoever is talked with again hears it', async () => {
  await talk();
  await talkToAnother();
  const before = [sentBy('out'), sentBy('in')];
  await changeSound({ microphoneId: 'another' });
  expect(before.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect([sentBy('out'), sentBy('in')]).toMatchObject([
    { readyState: 'live', enabled: false },
    { readyState: 'live', enabled: true },
  ]);

  swap();
  expect([sentBy('out').enabled, sentBy('in').enabled]).toEqual([true, false]);
  endParked();
  hangUp();
  expect(live()).toBe(0);
});

test('a microphone that is opened once the call is over is closed again', async () => {
  await talk();
  let open: (microphone: MediaStream) => void = () => undefined;
  openMicrophone = async () => await new Promise((opened) => (open = opened));
  const changed = changeSound({ microphoneId: 'another' });
  hangUp();
  open(aMicrophone(tracks));
  await changed;
  expect(live()).toBe(0);
});

/** The device that is spoken into is unplugged. */
const unplug = (): void => [...tracks].forEach((track) => track.unplug());
const noMicrophone = async (): Promise<never> => {
  throw new DOMException('none', 'NotFoundError');
};
const problem = () => usePhone.getState().microphoneProblem;

test('a microphone that is unplugged in the middle of a call gives way to the one that is left, for both calls, and that is said', async () => {
  await talk();
  await talkToAnother();
  unplug();
  await expect.poll(() => sentBy('in').readyState).toBe('live');
  await expect.poll(() => sentBy('out')).toMatchObject({ readyState: 'live', enabled: false });
  expect([live(), problem()]).toEqual([2, null]);
  await expect.poll(() => said).toEqual(['Your microphone was disconnected. Your call goes on with System default.']);
  endParked();
  hangUp();
  expect(live()).toBe(0);
});

test('without another microphone the call says that nobody is heard, and goes on with the next one that is plugged in', async () => {
  await talk();
  openMicrophone = noMicrophone;
  unplug();
  await expect.poll(problem).toBe('no_microphone');
  devicesChange.shift()?.();
  await expect.poll(() => devicesChange.length).toBe(1);
  openMicrophone = async () => aMicrophone(tracks);
  devicesChange.shift()?.();
  await expect.poll(() => sentBy('out').readyState).toBe('live');
  expect(problem()).toBeNull();
  hangUp();
});

test('a call that is answered while the one that is talked on has lost its microphone brings both another', async () => {
  await talk();
  openMicrophone = noMicrophone;
  unplug();
  await expect.poll(problem).toBe('no_microphone');
  openMicrophone = async () => aMicrophone(tracks);
  await talkToAnother();
  expect([sentBy('out').readyState, sentBy('in').readyState, problem()]).toEqual(['live', 'live', null]);
  endParked();
  hangUp();
});

test('a microphone that is closed with its call opens no other', async () => {
  await talk();
  const [track] = tracks;
  hangUp();
  openMicrophone = noMicrophone;
  track?.unplug();
  expect([live(), problem(), said]).toEqual([0, null, []]);
});
