import { expect, test } from 'vitest';
import { readSdp, writeAnswer, writeOffer } from './sdp.ts';

const own = { address: '127.0.0.1', port: 31000, sessionId: 7, version: 1 };

const lines = (...list: string[]) => list.join('\r\n').concat('\r\n');
const offered = (...media: string[]) =>
  lines('v=0', 'o=- 1 1 IN IP4 10.0.0.9', 's=-', 'c=IN IP4 10.0.0.1', 't=0 0', ...media);

test('what we offer reads back as it is meant', () => {
  expect(readSdp(writeOffer(own)).audio).toEqual({
    index: 0,
    address: '127.0.0.1',
    port: 31000,
    rtcpPort: 31001,
    encodings: ['PCMU', 'PCMA'],
    eventPayloadType: 101,
    direction: 'sendrecv',
  });
});

test('the address of the media goes before that of the session, and RTCP may lie on another port', () => {
  const { audio } = readSdp(offered('m=audio 4000 RTP/AVP 8', 'c=IN IP4 10.0.0.2', 'a=rtcp:4444', 'a=sendonly'));
  expect(audio).toMatchObject({ address: '10.0.0.2', rtcpPort: 4444, encodings: ['PCMA'], direction: 'sendonly' });
});

test('an address of zeros is hold', () => {
  expect(readSdp(offered('m=audio 4000 RTP/AVP 0', 'c=IN IP4 0.0.0.0')).audio?.direction).toBe('inactive');
});

test.each([
  ['encrypted audio', 'm=audio 4000 RTP/SAVPF 0'],
  ['refused audio', 'm=audio 0 RTP/AVP 0'],
  ['Opus alone', 'm=audio 4000 RTP/AVP 111'],
  ['an impossible port', 'm=audio 99999 RTP/AVP 0'],
  ['video alone', 'm=video 4000 RTP/AVP 34'],
])('%s is nothing that we can carry', (_, media) => {
  expect(readSdp(offered(media)).audio).toBeNull();
});

test('key presses at another clock rate than sound are not taken', () => {
  const wide = offered('m=audio 4000 RTP/AVP 0 110', 'a=rtpmap:110 telephone-event/48000');
  expect(readSdp(wide).audio?.eventPayloadType).toBeNull();
});

test('an answer takes the first encoding and the offered number of key presses, and refuses other media', () => {
  const offer = readSdp(
    offered(
      'm=video 5000 RTP/AVP 34',
      'm=audio 4000 RTP/AVP 9 8 0 96',
      'a=rtpmap:96 telephone-event/8000',
      'a=sendonly',
    ),
  );
  if (!offer.audio) throw new Error('no audio');
  const answer = writeAnswer(offer, offer.audio, own);
  expect(answer).toContain('m=video 0 RTP/AVP 34\r\nm=audio 31000 RTP/AVP 8 96\r\n');
  expect(answer).toContain('a=recvonly');
});
