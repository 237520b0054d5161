import { Timers } from 'sip.js/lib/core/index.js';
import { expect, onTestFinished, test } from 'vitest';
import type { IncomingCall } from './incoming-call.ts';
import { createSipEndpoint } from './sip-endpoint.ts';
import { headersOf, methodOf } from './sip-text.ts';
import { isAnswer, rawPeer } from './testing/raw-peer.ts';

const rtpPorts = { from: 12_000, to: 14_999 };

test('a call that fails, and cannot be ended either, is told and ends nothing else', async () => {
  const told: string[] = [];
  const far = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    onInvite: (call) => {
      call.hangUp = async () => await Promise.reject(new Error('the line is gone'));
      throw new Error('nothing works today');
    },
    log: (sentence) => void told.push(sentence),
  });
  const near = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts });
  const call = near.call({ to: `sip:somebody@127.0.0.1:${far.address.port}` });

  expect(await call.answered).toMatchObject({ answered: false, status: 500 });
  await expect.poll(() => told.some((sentence) => sentence.includes('the line is gone'))).toBe(true);
  await Promise.all([near.close(), far.close()]);
});

test('a call that its caller ends without ever having acknowledged the answer is over once, and ends nothing else', async () => {
  const standard = Timers.TIMER_L;
  onTestFinished(() => void (Timers.TIMER_L = standard));
  Timers.TIMER_L = 50;
  const peer = await rawPeer();
  const calls: IncomingCall[] = [];
  const far = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    onInvite: async (call) => {
      calls.push(call);
      await call.answer();
    },
  });
  const to = far.address;
  peer.send(peer.request({ method: 'INVITE', cseq: 1, to }), to);
  const answer = await peer.hears(isAnswer(200, 'INVITE'));
  const toTag = /;tag=(\S+)/.exec(headersOf(answer, 'To')[0] ?? '')?.[1] ?? '';
  peer.send(peer.request({ method: 'BYE', cseq: 2, to, toTag }), to);
  await peer.hears(isAnswer(200, 'BYE'));

  expect(await calls[0]?.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  // An error in a timer would end the process, and fails the run. The timer of the answer was set before this one.
  await new Promise((resolve) => setTimeout(resolve, Timers.TIMER_L));
  expect(peer.heard.filter((message) => methodOf(message) === 'BYE')).toEqual([]);
  await far.close();
  peer.close();
});

test('a call that rings and whose far side is then gone is over when its CANCEL is not heeded, and gives its ports back', async () => {
  const peer = await rawPeer();
  const near = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts: { from: 31_290, to: 31_291 },
    times: { t1Ms: 20, t2Ms: 160 },
  });
  const place = () => near.call({ to: `sip:somebody@127.0.0.1:${peer.port}` });
  const call = place();
  const rings = new Promise((resolve) => call.onProgress(resolve));
  peer.send(ringing(await peer.hears((message) => methodOf(message) === 'INVITE')), near.address);
  expect(await rings).toBe(180);
  await call.hangUp();

  expect(await call.answered).toEqual({ answered: false, status: 487, reason: 'Request Terminated' });
  expect(await call.ended).toMatchObject({ by: 'near', how: 'cancelled', status: 487 });
  expect(call.signal.aborted).toBe(true);
  expect(peer.heard.some((message) => methodOf(message) === 'CANCEL')).toBe(true);
  // There are ports for one call only.
  const next = place();
  await peer.hears((message) => methodOf(message) === 'INVITE' && headersOf(message, 'Call-ID')[0] === next.callId);
  await near.close();
  peer.close();
});

function ringing(invite: string): string {
  const kept = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headersOf(invite, name)[0]}`);
  const to = `To: ${headersOf(invite, 'To')[0]};tag=far`;
  return ['SIP/2.0 180 Ringing', ...kept, to, 'Contact: <sip:far@127.0.0.1>', 'Content-Length: 0', '', ''].join('\r\n');
}
