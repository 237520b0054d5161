import type { IncomingCall } from '../incoming-call.ts';
import type { SipEndpoint, SipEndpointOptions } from '../sip-endpoint.ts';
import { headersOf } from '../sip-text.ts';
import { isAnswer, rawPeer } from './raw-peer.ts';

/** An offer of G.711. */
export const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n';
/** Of what the peer has said within the call so far. */
export const LAST_CSEQ = 20;

/** A bare peer in a call that an endpoint, as `open` makes it, has answered. */
export async function talkingPeer(open: (options: Partial<SipEndpointOptions>) => Promise<SipEndpoint>) {
  let arrived: (call: IncomingCall) => void = () => {};
  const incoming = new Promise<IncomingCall>((resolve) => (arrived = resolve));
  const onInvite = async (call: IncomingCall) => {
    arrived(call);
    await call.answer();
  };
  const [peer, far] = await Promise.all([rawPeer(), open({ onInvite })]);
  const to = far.address;
  peer.send(peer.request({ method: 'INVITE', cseq: 10, to, sdp: SDP }), to);
  const answered = await peer.hears(isAnswer(200, 'INVITE'));
  const toTag = /tag=(\S+)/.exec(headersOf(answered, 'To')[0] ?? '')?.[1] ?? '';
  peer.send(peer.request({ method: 'ACK', cseq: 10, to, toTag }), to);
  peer.send(peer.request({ method: 'UPDATE', cseq: LAST_CSEQ, to, toTag }), to);
  await peer.hears(isAnswer(200, 'UPDATE'));
  const hangUp = async () => {
    peer.send(peer.request({ method: 'BYE', cseq: 1_000, to, toTag }), to);
    await peer.hears(isAnswer(200, 'BYE'));
  };
  return { peer, to, toTag, endpoint: far, call: await incoming, hangUp, close: () => peer.close() };
}
