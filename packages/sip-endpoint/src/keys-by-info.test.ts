import { expect, onTestFinished, test } from 'vitest';
import { createSipEndpoint, type SipEndpointOptions } from './sip-endpoint.ts';
import { talkingPeer } from './testing/talking-peer.ts';

async function open(options: Partial<SipEndpointOptions>) {
  const endpoint = await createSipEndpoint({
    ...{ host: '127.0.0.1', port: 0, rtpPorts: { from: 15_000, to: 18_999 } },
    ...options,
  });
  onTestFinished(async () => await endpoint.close());
  return endpoint;
}

test('a key that is said by INFO is heard as one in the sound is; what is none is refused', async () => {
  const { peer, to, toTag, call, close } = await talkingPeer(open);
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
  await call.hangUp();
});
