import { expect, onTestFinished, test, vi } from 'vitest';
import { createSipEndpoint, type SipEndpointOptions } from './sip-endpoint.ts';
import { isResponse, methodOf } from './sip-text.ts';
import { isAnswer, rawPeer } from './testing/raw-peer.ts';
import { SDP, talkingPeer } from './testing/talking-peer.ts';

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

test('a call that comes in while an endpoint closes is refused with 503', async () => {
  const hungUp = await talkingPeer(open);
  const late = await rawPeer();
  onTestFinished(() => {
    hungUp.close();
    late.close();
  });
  // The first call does not answer the BYE, for as long as the clock stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = hungUp.endpoint.close();
    await hungUp.peer.hears((message) => methodOf(message) === 'BYE');
    late.send(late.request({ method: 'INVITE', cseq: 1, to: hungUp.to, sdp: SDP }), hungUp.to);
    expect(await late.hears((message) => isResponse(message) && !isAnswer(100, 'INVITE')(message))).toMatch(
      /^SIP\/2\.0 503 /,
    );
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});
