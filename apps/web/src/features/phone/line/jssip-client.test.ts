import { expect, test, vi } from 'vitest';
import type { SipCallRequest } from './sip-client.ts';

/** A user agent whose WebSocket is not up until `connect`. */
const agent = vi.hoisted(() => ({ connect: () => {}, mediaStream: null as MediaStream | null }));
vi.mock('jssip', () => {
  class UA {
    on(event: string, listener: () => void): void {
      if (event === 'connected') agent.connect = listener;
    }
    start(): void {}
    stop(): void {}
    call(_uri: string, { mediaStream }: { mediaStream: MediaStream }) {
      agent.mediaStream = mediaStream;
      return { isEnded: () => true };
    }
  }
  return { default: { UA, WebSocketInterface: class {}, C: { causes: {} } } };
});

const { jssipClient } = await import('./jssip-client.ts');
const aMicrophone = () => ({ getAudioTracks: () => [{ enabled: true }] }) as unknown as MediaStream;

test('a microphone that is changed before the line stands is the one that is heard', async () => {
  const account = { websocketUrl: 'ws://a', iceServers: [] } as unknown as SipCallRequest['account'];
  const request = { account, uri: 'sip:a', header: { name: 'X', value: '1' }, microphone: aMicrophone() };
  const nothing = (): void => {};
  const call = jssipClient.call(request, {
    ringing: nothing,
    earlyMedia: nothing,
    answered: nothing,
    farAudio: nothing,
    signalling: nothing,
    ended: nothing,
  });
  const chosen = aMicrophone();
  await call.replaceMicrophone(chosen);
  agent.connect();
  expect(agent.mediaStream).toBe(chosen);
  call.hangUp();
});
