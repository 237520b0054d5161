import type { Call } from '@farline/contracts/calls';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { changeSound, placeCall, pressKey, toggleHold, toggleMute } from './call-control.ts';
import { resetPhone, usePhone } from './phone-store.ts';
import type { SipCall, SipCallEvents, SipCallRequest, SipLine } from './line/sip-client.ts';

const NUMBER = '+447700900123';
const call = { id: 'a-call', to: NUMBER, transfer: null, destination: { kind: 'mobile', countryCode: 'GB' } } as Call;
const PLACED = { status: 200, body: { call, placement: { uri: 'sip:a', header: { name: 'X', value: 'a-call' } } } };

/** A line that does at once what it is asked for, without sound. */
const line = vi.hoisted(() => ({
  events: null as SipCallEvents | null,
  register: (): SipLine => ({ close: () => undefined }),
  call(_request: SipCallRequest, events: SipCallEvents): SipCall {
    line.events = events;
    return {
      hangUp: () => events.ended({ is: 'hung-up', by: 'here' }),
      hold: (action) => {
        events.held?.(action === 'hold' ? 'held' : 'talking');
        return true;
      },
      mute: () => undefined,
      sendDigits: () => undefined,
      replaceMicrophone: async () => undefined,
      stats: async () => new Map(),
    };
  },
}));
vi.mock(import('./line/prepare-call.ts'), () => ({
  sipAccount: async () => ({}) as SipCallRequest['account'],
  sipClient: async () => line,
  prepareCall: () => undefined,
  forgetSipAccount: () => undefined,
}));
vi.mock(import('./line/far-audio.ts'), () => ({
  farAudio: () => ({ volume: 1 }) as HTMLAudioElement,
  playFarAudio: async () => undefined,
  stopFarAudio: () => undefined,
  chooseSpeaker: async () => undefined,
}));
vi.mock(import('./line/key-tone.ts'), () => ({ playKeyTone: () => undefined }));

/** The track of each microphone that was opened, the newest last. */
let tracks: { enabled: boolean; stop: () => void }[] = [];

beforeEach(() => {
  tracks = [];
  resetPhone();
  const getUserMedia = async () => {
    const track = { enabled: true, stop: () => undefined, addEventListener: () => undefined };
    tracks.push(track);
    return { getAudioTracks: () => [track], getTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { onLine: true, language: 'en', languages: ['en'], mediaDevices: { getUserMedia } });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
});

async function talk(): Promise<void> {
  answerRequests(PLACED);
  await placeCall(NUMBER);
  line.events?.answered();
  expect(usePhone.getState().phone.state).toBe('talking');
}

const end = (): void => line.events?.ended({ is: 'hung-up', by: 'there' });

test('a microphone chosen while the far side waits is not heard, and neither is one switched on then', async () => {
  await talk();
  toggleHold();
  await changeSound({ microphoneId: 'another' });
  expect(tracks.at(-1)?.enabled).toBe(false);
  toggleMute();
  toggleMute();
  expect(tracks.at(-1)?.enabled).toBe(false);
  toggleHold();
  expect(tracks.at(-1)?.enabled).toBe(true);
  end();
});

test('digits typed after a call begin another number', async () => {
  usePhone.setState({ typed: NUMBER });
  await talk();
  end();
  pressKey('4');
  pressKey('4');
  expect(usePhone.getState()).toMatchObject({ phone: { state: 'idle' }, typed: '44' });
});

test('a call is asked for at the price that its button shows, and at none where it shows none', async () => {
  const terms = { perMinute: { amount: '0.0180', currency: 'USD' } };
  queryClient.setQueryData(['quote', NUMBER, '10.0000'], { terms });
  const priced = answerRequests(PLACED);
  await placeCall(NUMBER);
  line.events?.answered();
  end();
  queryClient.clear();
  const unpriced = answerRequests(PLACED);
  await placeCall(NUMBER);
  end();
  expect(priced[0]?.body).toMatchObject({ to: NUMBER, terms });
  expect(unpriced[0]?.body).not.toHaveProperty('terms');
});

test('a price that has gone up stops the call, and is asked for again', async () => {
  const quote = ['quote', NUMBER, '10.0000'];
  queryClient.setQueryData(quote, { terms: {} });
  answerRequests({ status: 409, body: { code: 'price_changed', message: 'The price has gone up.' } });
  await placeCall(NUMBER);
  expect(usePhone.getState().phone).toMatchObject({ state: 'idle', refused: { problem: { kind: 'price_changed' } } });
  expect(queryClient.getQueryState(quote)?.isInvalidated).toBe(true);
  queryClient.clear();
});

test.each(['112', '+112', '+44 999', '0044 112', '٩١١'])(
  '%s calls for help: nothing is asked and no microphone opened',
  async (number) => {
    const requests = answerRequests();
    await placeCall(number);
    expect(usePhone.getState().phone).toMatchObject({
      state: 'idle',
      refused: {
        number,
        problem: { kind: 'number_emergency', serverSentence: expect.stringMatching(/another phone/) },
      },
    });
    expect([requests, tracks]).toEqual([[], []]);
  },
);
