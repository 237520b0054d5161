import { beforeEach, expect, test, vi } from 'vitest';
import type { SipCallRequest } from './sip-client.ts';

type Handlers = { peerconnection: (event: object) => void; accepted: () => void };

/** A user agent whose WebSocket is not up until `connect`, and what was asked of its transport. */
const agent = vi.hoisted(() => ({
  connect: () => {},
  mediaStream: null as MediaStream | null,
  handlers: null as Handlers | null,
  asked: [] as string[],
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
    isConnected = () => true;
    call(_uri: string, options: { mediaStream: MediaStream; eventHandlers: Handlers }) {
      agent.mediaStream = options.mediaStream;
      agent.handlers = options.eventHandlers;
      return { isEnded: () => true, terminate: () => {} };
    }
  }
  return { default: { UA, WebSocketInterface: class {}, C: { causes: {} } } };
});

const page = new EventTarget();
beforeEach(() => {
  agent.asked = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

const { jssipClient } = await import('./jssip-client.ts');
const aMicrophone = () => ({ getAudioTracks: () => [{ enabled: true }] }) as unknown as MediaStream;

const account = { websocketUrl: 'ws://a', iceServers: [] } as unknown as SipCallRequest['account'];
const nothing = (): void => {};

function placeCall() {
  const request = { account, uri: 'sip:a', header: { name: 'X', value: '1' }, microphone: aMicrophone() };
  return jssipClient.call(request, {
    ringing: nothing,
    earlyMedia: nothing,
    answered: nothing,
    farAudio: nothing,
    signalling: nothing,
    ended: nothing,
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
