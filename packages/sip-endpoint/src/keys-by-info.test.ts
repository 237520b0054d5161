import { expect, onTestFinished, test } from 'vitest';
import type { IncomingCall } from './incoming-call.ts';
import { createSipEndpoint, type SipEndpointOptions } from './sip-endpoint.ts';
import { talkingPeer } from './testing/talking-peer.ts';

async function open(options: Partial<SipEndpointOptions>) {
  const endpoint = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts: { from: 15_000, to: 18_999 },
    ...options,
  });
  onTestFinished(async () => await endpoint.close());
  return endpoint;
}

test('whoever is joined to the call has such a key in the sound, once', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<IncomingCall>();
  const far = await open({
    onInvite: async (invite) => {
      await invite.answer();
      resolve(invite);
    },
  });
  const placed = (await open({})).call({ to: `sip:far@127.0.0.1:${far.address.port}` });
  const { peer, to, toTag, call, hangUp, close } = await talkingPeer(open);
  onTestFinished(() => void close());
  const [called] = await Promise.all([taken, placed.answered]);
  const keys: string[] = [];
  called.onDigit((digit) => keys.push(digit));
  call.join(placed);

  for (const [at, key] of [...'42#'].entries()) {
    const says = { contentType: 'application/dtmf-relay', body: `Signal=${key}\r\nDuration=160\r\n` };
    peer.send(peer.request({ method: 'INFO', cseq: 30 + at, to, toTag, says }), to);
    await peer.hears((message) => message.includes(`CSeq: ${30 + at} INFO`));
  }

  await expect.poll(() => keys.join('')).toBe('42#');
  await hangUp();
});

test('a key that is said by INFO is heard as one in the sound is; what is none is refused', async () => {
  const { peer, to, toTag, call, hangUp, close } = await talkingPeer(open);
  onTestFinished(() => void close());
  const keys: string[] = [];
  call.onDigit((digit) => keys.push(digit));
  const say = async (cseq: number, contentType: string, body: string) => {
    peer.send(peer.request({ method: 'INFO', cseq, to, toTag, says: { contentType, body } }), to);
    const answered = await peer.hears((message) => message.includes(`CSeq: ${cseq} INFO`));
    return answered.split(' ', 2)[1];
  };

  expect(await say(30, 'application/dtmf-relay', 'Signal=7\r\nDuration=160\r\n')).toBe('200');
  expect(await say(31, 'application/dtmf', '#')).toBe('200');
  expect(await say(32, 'application/dtmf-relay', 'Signal=12\r\n')).toBe('415');
  expect(await say(33, 'text/plain', '9')).toBe('415');

  expect(keys.join('')).toBe('7#');
  await hangUp();
});
