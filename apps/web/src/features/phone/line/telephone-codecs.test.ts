import { expect, test } from 'vitest';
import { keepTelephoneCodecs } from './telephone-codecs.ts';

const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'c=IN IP4 0.0.0.0',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 transport-cc',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
  'a=rtpmap:9 G722/8000',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:13 CN/8000',
  'a=rtpmap:110 telephone-event/48000',
  'a=rtpmap:126 telephone-event/8000',
  'a=sendrecv',
  '',
].join('\r\n');

test('the offer names PCMU, PCMA and key presses at 8 kHz, in their order, and nothing else', () => {
  expect(keepTelephoneCodecs(OFFER).split('\r\n')).toEqual([
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 0 8 126',
    'c=IN IP4 0.0.0.0',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:126 telephone-event/8000',
    'a=sendrecv',
    '',
  ]);
});

test('an offer that is clean already stays as it is', () => {
  const clean = keepTelephoneCodecs(OFFER);
  expect(keepTelephoneCodecs(clean)).toBe(clean);
});
