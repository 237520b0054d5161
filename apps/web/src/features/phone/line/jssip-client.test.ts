import { beforeEach, expect, test, vi } from 'vitest';
import type { SipCallRequest, SipEnd } from './sip-client.ts';

type Handlers = {
  peerconnection: (event: object) => void;
  accepted: () => void;
  _failed: (event: object) => void;
  failed: (event: object) => void;
};

/** What JsSIP says of each call that it gives up before the answer, whatever for. */
const CANCELED = vi.hoisted(() => ({ originator: 'local', message: null, cause: 'Canceled' }));
/** A user agent whose WebSocket is not up until `connect`, and what was asked of its transport. */
const agent = vi.hoisted(() => ({
  connect: () => {},
  mediaStream: null as MediaStream | null,
  handlers: null as Handlers | null,
  connection: null as (EventTarget & { iceConnectionState?: string }) | null,
  /** As JsSIP does it: the connection is closed between the two. */
  giveUp: () => {
    agent.handlers?._failed(CANCELED);
    if (agent.connection !== null) agent.connection.iceConnectionState = 'closed';
    agent.handlers?.failed(CANCELED);
  },
  asked: [] as string[],
  isConnected: true,
}));
vi.mock('jssip', () => {
  class UA {
    readonly transport = {
      isConnecting: () => false,
      disconnect: () => void agent.asked.push('disconnect'),
      connect: () => void agent.asked.push('connect'),
    };
    on(event: string, listener: () => void): void {
      if (event === 'connected') agent.connect = listener;
    }
    start(): void {}
    stop(): void {}
    isConnected = () => agent.isConnected;
    call(_uri: string, options: { mediaStream: MediaStream; eventHandlers: Handlers }) {
      agent.mediaStream = options.mediaStream;
      agent.handlers = options.eventHandlers;
      return { isEnded: () => false, isEstablished: () => false, terminate: agent.giveUp };
    }
  }
  return { default: { UA, WebSocketInterface: class {}, C: { causes: { CANCELED: CANCELED.cause } } } };
});

const page = new EventTarget();
beforeEach(() => {
  agent.asked = [];
  agent.isConnected = true;
  agent.connection = null;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

const { jssipClient } = await import('./jssip-client.ts');
const aMicrophone = () => ({ getAudioTracks: () => [{ enabled: true }] }) as unknown as MediaStream;

const account = { websocketUrl: 'ws://a', iceServers: [] } as unknown as SipCallRequest['account'];
const nothing = (): void => {};

function placeCall(ended: (end: SipEnd) => void = nothing) {
  const request = { account, uri: 'sip:a', header: { name: 'X', value: '1' }, microphone: aMicrophone() };
  return jssipClient.call(request, {
    ringing: nothing,
    earlyMedia: nothing,
    answered: nothing,
    farAudio: nothing,
    signalling: nothing,
    ended,
  });
}

test('a microphone that is changed before the line stands is the one that is heard', async () => {
  const call = placeCall();
  const chosen = aMicrophone();
  await call.replaceMicrophone(chosen);
  agent.connect();
  expect(agent.mediaStream).toBe(chosen);
  call.hangUp();
});

test('once the network is back a call that is talked on gets another WebSocket, and one that is still placed or is over keeps its own', () => {
  const call = placeCall();
  agent.connect();
  page.dispatchEvent(new Event('online'));
  expect(agent.asked).toEqual([]);

  agent.handlers?.peerconnection({ peerconnection: new EventTarget() });
  agent.handlers?.accepted();
  page.dispatchEvent(new Event('online'));
  expect(agent.asked).toEqual(['disconnect', 'connect']);

  call.hangUp();
  page.dispatchEvent(new Event('online'));
  expect(agent.asked).toHaveLength(2);
});

test.each<[string, SipEnd, () => void]>([
  ['its WebSocket is gone', { is: 'cut-off' }, () => void (agent.isConnected = false)],
  ['the engine does not answer', { is: 'unreachable' }, nothing],
  [
    'its sound found no way',
    { is: 'no-media' },
    () => {
      agent.connection = Object.assign(new EventTarget(), { iceConnectionState: 'failed' });
      agent.handlers?.peerconnection({ peerconnection: agent.connection });
    },
  ],
])('a call that is given up before the answer since %s was cancelled by nobody', (_why, end, happens) => {
  const ended = vi.fn<(end: SipEnd) => void>();
  placeCall(ended);
  agent.connect();
  happens();
  agent.giveUp();
  expect(ended.mock.calls).toEqual([[end]]);
});

test('a call that is taken back before the answer was hung up here', () => {
  const ended = vi.fn<(end: SipEnd) => void>();
  const call = placeCall(ended);
  agent.connect();
  call.hangUp();
  expect(ended.mock.calls).toEqual([[{ is: 'hung-up', by: 'here' }]]);
});
