import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Call } from './call.ts';
import type { IncomingCall } from './incoming-call.ts';
import { createSipEndpoint, type SipEndpoint, type SipEndpointOptions } from './sip-endpoint.ts';
import { headersOf, isResponse, methodOf } from './sip-text.ts';
import { isAnswer, lossyLine, rawPeer } from './testing/raw-peer.ts';
import { LAST_CSEQ, talkingPeer } from './testing/talking-peer.ts';
import { sineTone, toneShare } from './tone.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function endpoint(options: Partial<SipEndpointOptions> = {}): Promise<SipEndpoint> {
  const created = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts: { from: 15_000, to: 18_999 },
    ...options,
  });
  closing.push(() => created.close());
  return created;
}

/** A caller, and a far side that does `onInvite`; `call` places one and gives both its ends. */
async function pair(onInvite: (call: IncomingCall) => void | Promise<void>) {
  let arrived: (call: IncomingCall) => void = () => {};
  const incoming = new Promise<IncomingCall>((resolve) => {
    arrived = resolve;
  });
  const [near, far] = await Promise.all([
    endpoint(),
    endpoint({
      onInvite: (call) => {
        arrived(call);
        return onInvite(call);
      },
    }),
  ]);
  const uri = (port = far.address.port) => `sip:+447700900123@127.0.0.1:${port}`;
  return { far, incoming, call: (port?: number) => near.call({ to: uri(port), from: 'sip:+14155550100@example.org' }) };
}

const answer = async (call: IncomingCall) => void (await call.answer());

/** Settles with the share of the tone once 200 ms of it are heard; fails after half a minute. */
function hearsTone(call: Call, frequencyHz: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const heard: number[] = [];
    const limit = setTimeout(() => reject(new Error(`${frequencyHz} Hz was never heard.`)), 30_000);
    const stop = call.onAudio((audio) => {
      heard.push(...audio.samples());
      heard.splice(0, heard.length - 1600);
      const share = toneShare(Int16Array.from(heard), frequencyHz);
      if (heard.length < 1600 || share < 0.9) return;
      clearTimeout(limit);
      stop();
      resolve(share);
    });
  });
}

const tone = (frequencyHz: number) => sineTone({ frequencyHz, durationMs: 30_000 });

test('two endpoints hear each other, and both know who hung up', async () => {
  const { call, incoming } = await pair(async (each) => {
    await each.ring();
    await each.answer();
    await each.play(tone(600));
  });
  const progress: number[] = [];
  const placed = call();
  placed.onProgress((status) => progress.push(status));

  expect(await placed.answered).toEqual({ answered: true });
  void placed.play(tone(1000));
  const far = await incoming;
  const heard = await Promise.all([hearsTone(placed, 600), hearsTone(far, 1000)]);
  expect(Math.min(...heard)).toBeGreaterThan(0.9);
  expect(progress).toEqual([180]);
  expect(far).toMatchObject({ dialled: '+447700900123', from: '+14155550100', callId: placed.callId });

  await placed.hangUp();
  expect(await placed.ended).toMatchObject({ by: 'near', how: 'hung-up', status: null });
  expect(await far.ended).toMatchObject({ by: 'far', how: 'hung-up', status: null });
  expect(far.counts.lost).toBe(0);
  expect(far.counts.received).toBeGreaterThanOrEqual(10);
});

test('key presses arrive once each, in order, while sound goes on', async () => {
  const { call, incoming } = await pair(answer);
  const placed = call();
  await placed.answered;
  const far = await incoming;
  const keys: string[] = [];
  far.onDigit((digit) => keys.push(digit));
  placed.silence();
  await placed.sendDigits('5501*#');
  await far.hangUp();
  expect(keys.join('')).toBe('5501*#');
  expect(await placed.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  await expect(placed.sendDigits('5x')).rejects.toThrow('no telephone has a key');
});

test('an echo brings back the tone that was sent, with no packet lost', async () => {
  const { call } = await pair(async (each) => {
    await each.answer();
    each.echo();
  });
  const placed = call();
  await placed.answered;
  void placed.play(tone(1400));
  expect(await hearsTone(placed, 1400)).toBeGreaterThan(0.9);
  expect(placed.counts.lost).toBe(0);
});

test('sound before the answer is heard, and goes on after it', async () => {
  let answerNow = () => {};
  const { call } = await pair(async (each) => {
    await each.early();
    void each.play(tone(440));
    answerNow = () => void each.answer();
  });
  const placed = call();
  expect(await hearsTone(placed, 440)).toBeGreaterThan(0.9);
  answerNow();
  expect(await placed.answered).toEqual({ answered: true });
  expect(await hearsTone(placed, 440)).toBeGreaterThan(0.9);
});

test('a refusal reaches the caller with its status', async () => {
  const { call, incoming } = await pair((each) => each.reject(486));
  const placed = call();
  expect(await placed.answered).toEqual({ answered: false, status: 486, reason: 'Busy Here' });
  expect(await placed.ended).toMatchObject({ by: 'far', how: 'rejected', status: 486 });
  expect(await (await incoming).ended).toMatchObject({ by: 'near', how: 'rejected', status: 486 });
});

test('a caller who gives up while it rings cancels the call', async () => {
  const { call, incoming } = await pair((each) => each.ring());
  const placed = call();
  await new Promise<void>((resolve) => void placed.onProgress(() => resolve()));
  await placed.hangUp();
  expect(await placed.answered).toMatchObject({ answered: false, status: 487 });
  expect(await placed.ended).toMatchObject({ by: 'near', how: 'cancelled' });
  const far = await incoming;
  expect(await far.ended).toMatchObject({ by: 'far', how: 'cancelled', status: 487 });
  expect(await far.answer()).toBe(false);
  await far.hangUp();
});

test.each([
  ['INVITE', (text: string) => !isResponse(text) && methodOf(text) === 'INVITE'],
  ['200', isAnswer(200, 'INVITE')],
])('a lost %s is sent again and the call stands', async (_, isWanted) => {
  const { call, far } = await pair(answer);
  let isFirst = true;
  const line = await lossyLine(far.address, (message) => {
    if (!isWanted(message) || !isFirst) return false;
    isFirst = false;
    return true;
  });
  closing.push(() => line.close());
  const placed = call(line.port);
  expect(await placed.answered).toEqual({ answered: true });
  expect(line.lost).toBe(1);
  await placed.hangUp();
});

test('a 200 is repeated until its ACK, and a repeated BYE gets its answer again', async () => {
  const [peer, far] = await Promise.all([rawPeer(), endpoint({ onInvite: answer })]);
  closing.push(() => peer.close());
  const sdp = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n';
  const to = far.address;
  peer.send(peer.request({ method: 'INVITE', cseq: 1, to, sdp }), to);
  const answered = await peer.hears(isAnswer(200, 'INVITE'));
  await peer.hears(() => peer.heard.filter(isAnswer(200, 'INVITE')).length >= 3);
  expect(answered).toContain('m=audio');
  expect(answered).toContain('RTP/AVP 8');

  const toTag = /tag=(\S+)/.exec(headersOf(answered, 'To')[0] ?? '')?.[1] ?? '';
  peer.send(peer.request({ method: 'ACK', cseq: 1, to, toTag }), to);
  peer.send(peer.request({ method: 'UPDATE', cseq: 2, to, toTag, sdp: `${sdp}a=sendonly\r\n` }), to);
  expect(await peer.hears(isAnswer(200, 'UPDATE'))).toContain('a=recvonly');
  peer.send(peer.request({ method: 'INVITE', cseq: 3, to, toTag, sdp: `${sdp}a=inactive\r\n` }), to);
  expect(await peer.hears((message) => message.includes('CSeq: 3 INVITE') && message.includes('m='))).toContain(
    'a=inactive',
  );
  peer.send(peer.request({ method: 'ACK', cseq: 3, to, toTag }), to);

  const bye = peer.request({ method: 'BYE', cseq: 4, to, toTag });
  peer.send(bye, to);
  await peer.hears(isAnswer(200, 'BYE'));
  peer.send(bye, to);
  await peer.hears(() => peer.heard.filter(isAnswer(200, 'BYE')).length === 2);
});

describe('within a call, what a strict far side refuses ends nothing', () => {
  async function talking() {
    const { close, ...ends } = await talkingPeer(endpoint);
    closing.push(close);
    return ends;
  }

  test.each([
    ['a CSeq below the last', 500, { cseq: LAST_CSEQ - 1 }],
    ['the same CSeq again', 500, { cseq: LAST_CSEQ }],
    ['a Require', 420, { cseq: 30, headers: ['Require: sip-of-tomorrow'] }],
    ['a Proxy-Require', 420, { cseq: 30, headers: ['Proxy-Require: sip-of-tomorrow'] }],
    ['no hop left', 483, { cseq: 30, maxForwards: 0 }],
    ['another To tag', 481, { cseq: 30, toTag: 'swapped' }],
  ] as const)('%s: %d', async (_, status, changes) => {
    const { peer, to, toTag, call } = await talking();

    const { headers = [], ...others } = { headers: undefined, ...changes };
    peer.send(
      peer.request({ method: 'BYE', to, toTag, branch: 'z9hG4bKrefused', headers: [...headers], ...others }),
      to,
    );

    const refused = await peer.hears(isAnswer(status, 'BYE'));
    expect(refused.includes('Unsupported: sip-of-tomorrow')).toBe(status === 420);
    expect(call.signal.aborted).toBe(false);
    peer.send(peer.request({ method: 'BYE', cseq: 40, to, toTag }), to);
    await peer.hears(isAnswer(200, 'BYE'));
    expect(await call.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  });
});

test.each([
  ['encrypted sound', 'm=audio 9 RTP/SAVPF 0', 488],
  ['no sound that we know', 'm=audio 9 RTP/AVP 111', 488],
])('a call with %s is refused', async (_, media, status) => {
  const [peer, far] = await Promise.all([rawPeer(), endpoint({ onInvite: answer })]);
  closing.push(() => peer.close());
  const sdp = `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n${media}\r\n`;
  peer.send(peer.request({ method: 'INVITE', cseq: 1, to: far.address, sdp }), far.address);
  expect(await peer.hears(isAnswer(status, 'INVITE'))).not.toContain('m=audio');
  peer.send(
    peer.request({ method: 'ACK', cseq: 1, to: far.address, branch: `z9hG4bK${peer.port}1INVITE` }),
    far.address,
  );
});

test('when all RTP ports are taken the next call is refused with 503', async () => {
  // An address of its own: on 127.0.0.1 another test's call may have the one pair of ports already.
  const host = '127.0.0.77';
  const rtpPorts = { from: 15_000, to: 15_001 };
  const [near, far] = await Promise.all([endpoint(), endpoint({ host, rtpPorts, onInvite: answer })]);
  const place = () => near.call({ to: `sip:1@${host}:${far.address.port}` });
  expect(await place().answered).toEqual({ answered: true });
  expect(await place().answered).toMatchObject({ answered: false, status: 503 });
});

test('nonsense, keep-alives and strangers change nothing; OPTIONS is answered', async () => {
  const [peer, stranger] = await Promise.all([rawPeer(), rawPeer()]);
  closing.push(() => [peer, stranger].forEach((each) => each.close()));
  const far = await endpoint({ accepts: (source) => source.port !== stranger.port });
  for (const nonsense of [
    '\r\n\r\n',
    'INVITE',
    'INVITE sip:x SIP/2.0\r\n\r\n',
    '\0'.repeat(2000),
    'SIP/2.0 200 OK\r\n\r\n',
  ]) {
    peer.send(nonsense, far.address);
  }
  stranger.send(stranger.request({ method: 'OPTIONS', cseq: 1, to: far.address }), far.address);
  peer.send(peer.request({ method: 'OPTIONS', cseq: 1, to: far.address }), far.address);
  expect(await peer.hears(isAnswer(200, 'OPTIONS'))).toMatch(/^Allow: .*UPDATE/m);
  expect(stranger.heard).toEqual([]);
});

test('a port that is in use is told', async () => {
  const { address } = await endpoint();
  await expect(endpoint({ port: address.port })).rejects.toThrow('EADDRINUSE');
});

test('closing an endpoint hangs up its calls', async () => {
  const { call, incoming, far } = await pair(answer);
  const placed = call();
  await placed.answered;
  await incoming;
  await far.close();
  expect(await placed.ended).toMatchObject({ by: 'far', how: 'hung-up' });
});

test('OPTIONS within a call are answered, with what may come in it', async () => {
  const { peer, to, toTag, hangUp, close } = await talkingPeer(endpoint);
  closing.push(close);
  peer.send(peer.request({ method: 'OPTIONS', cseq: 30, to, toTag }), to);
  const answered = await peer.hears((message) => message.includes('CSeq: 30 OPTIONS'));
  expect(answered).toMatch(/^SIP\/2\.0 200 /);
  expect(answered).toMatch(/^Allow: .*INFO.*UPDATE/m);
  expect(answered).toMatch(/^Accept: application\/sdp/m);
  await hangUp();
});
