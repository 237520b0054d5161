import { expect, test } from 'vitest';
import { readInvited } from './read-invited.ts';

const INVITE = [
  'INVITE sip:call-bridge@127.0.0.1:4011 SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:4010;branch=z9hG4bK1',
  'Record-Route: <sip:127.0.0.1:4010;lr>',
  'Max-Forwards: 12',
  'From: <sip:+447700900555@farline.local>;tag=them',
  'To: <sip:+999123456789@farline.local>',
  'Call-ID: a-call',
  'CSeq: 1 INVITE',
  'Contact: <sip:127.0.0.1:4010;x=1>',
  'X-Farline-Forward: +447700900123 1700000000:forward-019811f0 c2VjcmV0Lys=',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

test('a call that the engine hands over says where it goes on to, with what, and how we speak in it', () => {
  const invited = readInvited(INVITE, 'us');

  expect(invited?.placement).toEqual({
    uri: 'sip:+447700900123@farline.local',
    realm: 'farline.local',
    hops: 11,
    username: '1700000000:forward-019811f0',
    password: 'c2VjcmV0Lys=',
  });
  expect(invited?.dialog).toEqual({
    sipCallId: 'a-call',
    fromTag: 'us',
    toTag: 'them',
    target: 'sip:127.0.0.1:4010;x=1',
    fromUri: 'sip:+999123456789@farline.local',
    toUri: 'sip:+447700900555@farline.local',
    routes: ['sip:127.0.0.1:4010;lr'],
  });
  expect(invited?.tagged).toContain('To: <sip:+999123456789@farline.local>;tag=us\r\n');
});

test.each([
  ['goes nowhere', /X-Farline-Forward: .*\r\n/, ''],
  ['goes to no number', '+447700900123', '112'],
  ['has no password', ' c2VjcmV0Lys=', ''],
  ['says no Contact', /Contact: .*\r\n/, ''],
])('a call that %s is none', (_what, part, instead) => {
  expect(readInvited(INVITE.replace(part, instead), 'us')).toBeNull();
});
