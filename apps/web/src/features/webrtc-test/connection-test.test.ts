import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimedMachine } from '../../lib/page/timed-machine.ts';
import { webrtcText } from '../../texts/webrtc-test.ts';
import { CONNECTION_TEST_RULES } from './connection-test.ts';
import { readSupport, type Support } from './support.ts';
import { readOffer } from './test-offer.ts';

const FULL: Support = { peerConnection: true, dataChannel: true, microphone: true, secure: true };
const NONE: Support = { peerConnection: false, dataChannel: false, microphone: false, secure: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('Connect connects after 2 seconds, and says that it is simulated', () => {
  const { machine, lines } = start(FULL);

  machine.send({ type: 'connect' });
  vi.advanceTimersByTime(1_999);
  expect(machine.read().connection.state).toBe('connecting');
  vi.advanceTimersByTime(1);

  expect(machine.read().connection.state).toBe('connected');
  expect(lines().slice(-2)).toEqual(['Connecting (simulated)', 'Connected (simulated: nothing was connected)']);
});

test('Disconnect ends it, also while it connects', () => {
  const { machine, keys } = start(FULL);

  machine.send({ type: 'connect' });
  machine.send({ type: 'disconnect' });
  vi.advanceTimersByTime(10_000);

  expect(machine.read().connection.state).toBe('disconnected');
  expect(keys().at(-1)).toBe('logDisconnected');
});

test('a browser without WebRTC gets an error in the log, and neither connects nor tests', () => {
  const { machine, entries } = start(NONE);

  machine.send({ type: 'connect' });
  machine.send({ type: 'test', server: 'stun:example.com' });

  expect(machine.read()).toMatchObject({ connection: { state: 'disconnected' }, isTesting: false });
  expect(entries().map(({ kind, says }) => [kind, says.key])).toEqual([
    ['error', 'logUnsupported'],
    ['error', 'logUnsupported'],
    ['error', 'logUnsupported'],
  ]);
});

test('support is logged once, and a missing microphone is a warning', () => {
  const { machine, entries } = start({ ...FULL, microphone: false, secure: false });

  machine.send({ type: 'support-read', support: FULL });

  expect(entries().map(({ kind }) => kind)).toEqual(['success', 'warning']);
});

test('each entry has its time, and Clear Logs leaves none', () => {
  const { machine, entries } = start(FULL);
  const startedAt = Date.now();
  machine.send({ type: 'connect' });
  vi.advanceTimersByTime(2_000);
  expect(entries().map(({ atMs }) => atMs - startedAt)).toEqual([0, 0, 2_000]);

  machine.send({ type: 'clear-logs' });

  expect(entries()).toEqual([]);
  expect(machine.read().connection.state).toBe('connected');
});

test('a STUN server out of reach is a warning with what was gathered, and the test ends', () => {
  const { machine, lines } = start(FULL);

  machine.send({ type: 'test', server: 'stun:example.com' });
  machine.send({ type: 'offer-built', lines: 90, codecs: ['opus', 'PCMU', 'PCMA'] });
  machine.send({ type: 'candidate', kind: 'host', protocol: 'udp' });
  machine.send({
    type: 'gathered',
    isComplete: false,
    afterMs: 5_000,
    counts: { host: 1, srflx: 0, prflx: 0, relay: 0 },
  });

  expect(machine.read().isTesting).toBe(false);
  expect(lines().slice(-3)).toEqual([
    'Gathering wasn’t complete within 5 s. So far: 1 of this machine, 0 from the STUN server',
    expect.stringContaining('The STUN server gave no address'),
    'This browser can build WebRTC connections',
  ]);
});

test('an offer without a telephone codec is an error', () => {
  const { machine, entries } = start(FULL);

  machine.send({ type: 'offer-built', lines: 60, codecs: ['opus'] });

  expect(entries().at(-1)).toMatchObject({ kind: 'error', says: { key: 'logNoTelephoneCodec' } });
});

test('support is what the browser has', () => {
  class Connection {
    createDataChannel(): void {}
  }
  const full = {
    RTCPeerConnection: Connection,
    navigator: { mediaDevices: { getUserMedia: () => null } },
    isSecureContext: true,
  };

  expect(readSupport(full as unknown as typeof globalThis)).toEqual(FULL);
  expect(readSupport({ navigator: {}, isSecureContext: true } as unknown as typeof globalThis)).toEqual(NONE);
});

test('of an offer its lines are counted and its audio codecs named', () => {
  const sdp = [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 0 110',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:110 telephone-event/48000',
    'a=rtpmap:126 telephone-event/8000',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'a=rtpmap:1 not-audio/90000',
    '',
  ].join('\r\n');

  expect(readOffer(sdp)).toEqual({ lines: 8, codecs: ['opus', 'PCMU', 'telephone-event'] });
});

function start(support: Support) {
  const machine = createTimedMachine(CONNECTION_TEST_RULES);
  machine.send({ type: 'support-read', support });
  const entries = () => machine.read().log.entries;
  return {
    machine,
    entries,
    keys: () => entries().map(({ says }) => says.key),
    lines: () => entries().map(({ says }) => webrtcText.say(says.key, says.values)),
  };
}
