import fc from 'fast-check';
import { Timers } from 'sip.js/lib/core/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSipEndpoint, type SipEndpoint } from './sip-endpoint.ts';
import { headersOf, isResponse, methodOf, respondTo } from './sip-text.ts';
import { isAnswer, rawPeer } from './testing/raw-peer.ts';

/** How long SIP.js waits for what does not come: 32 s by the standard. What it throws when it has waited ends the process, and this run. */
const LIFETIME_MS = 64;
const standard = { ...Timers };
beforeAll(() => {
  const waits = ['TIMER_B', 'TIMER_F', 'TIMER_H', 'TIMER_L', 'TIMER_M', 'TIMER_N'].map((name) => [name, LIFETIME_MS]);
  Object.assign(Timers, { T1: 4, T2: 16, T4: 20, ...Object.fromEntries(waits) });
});
afterAll(() => void Object.assign(Timers, standard));

const SOUND = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 20000 RTP/AVP 0 101'],
  ...['a=rtpmap:101 telephone-event/8000', ''],
].join('\r\n');
const bodies = fc.constantFrom(
  ...['', SOUND, SOUND, SOUND.replace('20000', '0'), SOUND.replace('RTP/AVP', 'RTP/SAVP'), SOUND.replace('1 1', '1 2')],
  ...['v=0', 'Signal=5\r\nDuration=160\r\n', '\u0000\u0001', SOUND.repeat(3)],
);
const ODD_HEADERS = [
  ...['Supported: 100rel, timer, replaces', 'Require: 100rel', 'RSeq: 1', 'RAck: 1 1 INVITE', 'RAck: x', 'Contact: *'],
  ...['Session-Expires: 90;refresher=uac', 'Replaces: a;to-tag=b;from-tag=c', 'Refer-To: <sip:x@127.0.0.1:9>'],
  ...['Refer-To: x', 'Event: refer', 'Event: x', 'Subscription-State: active', 'Expires: 0', 'Reason: x'],
  ...['Content-Disposition: render', 'Route: <sip:127.0.0.1:9;lr>', 'Record-Route: <sip:127.0.0.1:9;lr>'],
];
const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.subarray(ODD_HEADERS, { minLength: 1, maxLength: 2 }) },
);
const METHODS = [
  ...['INVITE', 'INVITE', 'ACK', 'ACK', 'BYE', 'BYE', 'BYE', 'CANCEL', 'CANCEL', 'UPDATE', 'INFO', 'PRACK'],
  ...['REFER', 'NOTIFY', 'SUBSCRIBE', 'MESSAGE', 'OPTIONS', 'FOO'],
] as const;
const request = fc.record({
  method: fc.constantFrom(...METHODS),
  body: bodies,
  headers,
  /** How far its CSeq is above the last. */
  leap: fc.constantFrom(...[1, 1, 1, 1, 1, 1, 1, 1, 5, 0]),
  tag: fc.constantFrom(...Array.from({ length: 10 }, () => 'theirs' as const), 'none' as const, 'wrong' as const),
  waitMs: fc.constantFrom(0, 0, 3, LIFETIME_MS),
});
const response = fc.record({
  status: fc.constantFrom(100, 180, 183, 200, 200, 200, 200, 302, 401, 486, 603),
  body: bodies,
  headers,
  tag: fc.constantFrom('one', 'one', 'one', 'two', ''),
  waitMs: fc.constantFrom(0, 0, 3),
});
/** What requests of ours hear, in turn; 0 is nothing. */
const heard = fc.array(fc.constantFrom(200, 200, 401, 408, 481, 500, 180, 0), { minLength: 1, maxLength: 4 });
const deeds = fc
  .tuple(
    fc.subarray(['ring', 'early'] as const),
    fc.constantFrom('answer' as const, 'answer' as const, 'answer' as const, 'reject' as const, 'hangUp' as const),
    fc.subarray(['press', 'hangUp'] as const),
  )
  .map(([before, then, after]) => [...before, then, ...after]);

type Peer = Awaited<ReturnType<typeof rawPeer>>;
type Said = typeof request extends fc.Arbitrary<infer Each> ? Each : never;

/** Ports for ten calls: with one lost a walk, the last would find none. */
const rtpPorts = { from: 31_000, to: 31_019 };
const WALKS = { numRuns: 25 };

test('whatever a caller says, and whatever they leave out, the endpoint lives, and gives back what the call had', async () => {
  const doing = new Map<string, Deed[]>();
  const calls: { hangUp(): Promise<void>; ended: Promise<unknown> }[] = [];
  const endpoint = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    times: { t1Ms: 4, t2Ms: 16 },
    onInvite: async (call) => {
      calls.push(call);
      for (const deed of doing.get(call.callId) ?? []) {
        if (deed === 'press') await call.sendDigits('1');
        else if (deed === 'reject') await call.reject(486);
        else await call[deed]();
      }
    },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 8 }), deeds, heard, async (speech, does, answers) => {
      const peer = await rawPeer();
      doing.set(`raw-${peer.port}`, does);
      const stopAnswering = answersRequests(peer, endpoint, answers);
      const invite = peer.request({ method: 'INVITE', cseq: 1, to: endpoint.address, sdp: SOUND });
      peer.send(invite, endpoint.address);
      await pause(12);
      await says({ peer, endpoint, invite, speech });
      await Promise.all(calls.splice(0).map(async (call) => await Promise.all([call.hangUp(), call.ended])));
      await pause(LIFETIME_MS);
      stopAnswering();
      peer.close();
    }),
    WALKS,
  );
  const peer = await rawPeer();
  doing.set(`raw-${peer.port}`, ['answer']);
  peer.send(peer.request({ method: 'INVITE', cseq: 1, to: endpoint.address, sdp: SOUND }), endpoint.address);
  expect(await peer.hears(isAnswer(200, 'INVITE'))).toContain('m=audio');
  await endpoint.close();
  peer.close();
}, 120_000);

test('whatever a far side answers, and says then, the endpoint lives, and gives back what the call had', async () => {
  const endpoint = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    times: { t1Ms: 4, t2Ms: 16 },
  });
  await fc.assert(
    fc.asyncProperty(
      ...[fc.array(response, { minLength: 1, maxLength: 5 }), fc.array(request, { maxLength: 4 }), heard],
      async (responses, speech, answers) => {
        const peer = await rawPeer();
        const call = endpoint.call({ to: `sip:somebody@127.0.0.1:${peer.port}` });
        const answered = call.answered.catch(() => null);
        const invite = await peer.hears((message) => methodOf(message) === 'INVITE');
        const stopAnswering = answersRequests(peer, endpoint, answers);
        for (const { status, body, headers: more, tag, waitMs } of responses) {
          const contact = `Contact: <sip:raw@127.0.0.1:${peer.port}>`;
          const type = body === '' ? [] : ['Content-Type: application/sdp'];
          const text = respondTo(invite, { status, reason: 'So', headers: [contact, ...type, ...more], body });
          peer.send(tag === '' ? text : text.replace(/^(To: .*)$/m, `$1;tag=${tag}`), endpoint.address);
          await pause(waitMs);
        }
        await says({ peer, endpoint, invite, speech });
        await call.hangUp();
        await Promise.all([call.ended, answered]);
        await pause(LIFETIME_MS);
        stopAnswering();
        peer.close();
      },
    ),
    WALKS,
  );
  const peer = await rawPeer();
  const call = endpoint.call({ to: `sip:somebody@127.0.0.1:${peer.port}` });
  expect(await peer.hears((message) => methodOf(message) === 'INVITE')).toContain('m=audio');
  await call.hangUp();
  await endpoint.close();
  peer.close();
}, 120_000);

type Deed = 'ring' | 'early' | 'answer' | 'reject' | 'hangUp' | 'press';

/** Says these within the dialog that the INVITE opened, by its caller or by who was called. */
async function says(walk: { peer: Peer; endpoint: SipEndpoint; invite: string; speech: Said[] }): Promise<void> {
  const { peer, endpoint, invite, speech } = walk;
  const isCaller = !peer.heard.includes(invite);
  let cseq = 1;
  for (const { method, leap, tag, waitMs, body, headers: more } of speech) {
    const belongsToInvite = method === 'ACK' || method === 'CANCEL';
    if (!belongsToInvite) cseq += leap;
    const theirs = isCaller
      ? peer.heard.map((message) => tagOf(message, 'To')).find((each) => each !== '')
      : tagOf(invite, 'From');
    const toTag = { theirs, none: undefined, wrong: 'wrong' }[tag];
    const text = peer.request({
      method,
      cseq: belongsToInvite ? 1 : cseq,
      to: endpoint.address,
      sdp: body,
      headers: more,
      branch: method === 'CANCEL' ? (/branch=([^;\s]+)/.exec(invite)?.[1] ?? '') : `z9hG4bK${Math.random()}`,
      ...(toTag === undefined || method === 'CANCEL' ? {} : { toTag }),
    });
    const ofCallee = (said: string) =>
      said
        .replace(/^Call-ID: .*$/m, `Call-ID: ${headersOf(invite, 'Call-ID')[0]}`)
        .replace(/^From: .*$/m, `From: ${headersOf(invite, 'To')[0]};tag=one`);
    peer.send(isCaller ? text : ofCallee(text), endpoint.address);
    await pause(waitMs);
  }
}

/** Whatever request this peer hears is answered with these, in turn. Returns what ends it. */
function answersRequests(peer: Peer, endpoint: SipEndpoint, answers: number[]): () => void {
  let read = 0;
  const timer = setInterval(() => {
    for (const message of peer.heard.slice(read)) {
      const status = answers[read++ % answers.length] ?? 0;
      if (status === 0 || isResponse(message) || /^(ACK|INVITE)$/.test(methodOf(message) ?? '')) continue;
      peer.send(respondTo(message, { status, reason: 'So', headers: [] }), endpoint.address);
    }
  }, 1);
  return () => clearInterval(timer);
}

const tagOf = (message: string, name: string) => /;tag=([^;\s]+)/.exec(headersOf(message, name)[0] ?? '')?.[1] ?? '';
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
