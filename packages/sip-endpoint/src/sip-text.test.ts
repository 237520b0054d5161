import { expect, test } from 'vitest';
import {
  answeredMethod,
  bodyOf,
  branchOf,
  headersOf,
  headerUser,
  nextHop,
  requestUser,
  respondTo,
  withRequestUser,
} from './sip-text.ts';

const invite = [
  'INVITE sip:+447700900123@127.0.0.1:5090;transport=udp SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:5080;rport;branch=z9hG4bK.top;i=1',
  'v: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK.below',
  'Record-Route: <sip:127.0.0.1:5080;lr>',
  'f: "Anna" <sip:+14155550100@farline.local>;tag=a',
  'To: <sip:+447700900123@farline.local>',
  'Call-ID: one@two',
  'Subject: folded',
  '  over two lines',
  'CSeq: 7 INVITE',
  'Content-Length: 3',
  '',
  'v=0',
].join('\r\n');

test('the parts of a request are found, in long and in short form', () => {
  expect(branchOf(invite)).toBe('z9hG4bK.top');
  expect(answeredMethod(invite)).toBe('INVITE');
  expect(headersOf(invite, 'via')).toHaveLength(2);
  expect(headersOf(invite, 'Subject')).toEqual(['folded over two lines']);
  expect(headerUser(headersOf(invite, 'From')[0] ?? '')).toBe('+14155550100');
  expect(bodyOf(invite)).toBe('v=0');
});

test.each([
  ['sip:+447700900123@127.0.0.1:5090', '+447700900123'],
  ['sip:*43@127.0.0.1', '*43'],
  ['sip:%2B44770@127.0.0.1', '+44770'],
  ['sip:+44770;npdi=yes@127.0.0.1', '+44770'],
  ['sip:127.0.0.1:5090', null],
])('the user of %s is %s', (uri, user) => {
  expect(requestUser(`INVITE ${uri} SIP/2.0\r\n\r\n`)).toBe(user);
});

test.each([
  ['OPTIONS sip:127.0.0.1:5090 SIP/2.0', 'OPTIONS sip:farline@127.0.0.1:5090 SIP/2.0'],
  ['INVITE sip:+44@127.0.0.1;user=phone SIP/2.0', 'INVITE sip:farline@127.0.0.1;user=phone SIP/2.0'],
])('%s gets another user', (before, after) => {
  expect(withRequestUser(before, 'farline')).toBe(after);
});

test('a request goes to its top Route, else to its URI', () => {
  const bye = 'BYE sip:far@10.0.0.7:5071;transport=udp SIP/2.0\r\n';
  expect(nextHop(`${bye}\r\n`)).toEqual({ host: '10.0.0.7', port: 5071 });
  expect(nextHop(`${bye}Route: <sip:127.0.0.1:5080;lr;ftag=1>\r\nRoute: <sip:10.9.9.9;lr>\r\n\r\n`)).toEqual({
    host: '127.0.0.1',
    port: 5080,
  });
  expect(nextHop('BYE sip:[::1]:5071 SIP/2.0\r\n\r\n')).toEqual({ host: '::1', port: 5071 });
  expect(nextHop('BYE sip:far@example.org SIP/2.0\r\n\r\n')).toEqual({ host: 'example.org', port: 5060 });
  expect(nextHop('BYE tel:+44 SIP/2.0\r\n\r\n')).toBeNull();
});

test('a response carries the headers of its request, in order', () => {
  const response = respondTo(invite, { status: 200, reason: 'OK', headers: ['Allow: UPDATE'], body: 'v=0é' });
  expect(headersOf(response, 'Via')).toEqual(headersOf(invite, 'Via'));
  expect(headersOf(response, 'CSeq')).toEqual(['7 INVITE']);
  expect(headersOf(response, 'Content-Length')).toEqual(['5']);
  expect(response.startsWith('SIP/2.0 200 OK\r\n')).toBe(true);
});
