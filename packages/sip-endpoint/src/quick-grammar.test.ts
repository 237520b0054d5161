import fc from 'fast-check';
import { Grammar } from 'sip.js';
import { expect, test } from 'vitest';
import { READERS } from './quick-grammar.ts';

/** Of SIP.js as it comes: `quickenGrammar` is not called here. */
const slowly = (rule: string, text: string) => Grammar.parse(text, rule);

const usual: [string, string][] = [
  ['Request_Response', 'INVITE sip:+447700900123@127.0.0.1:5090;transport=udp SIP/2.0'],
  ['Request_Response', 'BYE sip:farline@127.0.0.1:5090 SIP/2.0'],
  ['Request_Response', 'OPTIONS sip:farline.local SIP/2.0'],
  ['Request_Response', 'SIP/2.0 200 OK'],
  ['Request_Response', 'SIP/2.0 486 Busy Here'],
  ['Via', 'SIP/2.0/UDP 127.0.0.1:5080;branch=z9hG4bK4d1d.ba0f.0;i=1'],
  ['Via', 'SIP/2.0/UDP 127.0.0.1;rport;branch=z9hG4bK1'],
  ['Via', 'SIP/2.0/TCP 10.0.0.1:6060;rport=5080;branch=z9hG4bK1'],
  ['From', '"Anna Maria" <sip:+14155550100@farline.local>;tag=aB1'],
  ['From', '<sip:+14155550100@127.0.0.1:5060;transport=udp>;tag=1;x-y'],
  ['From', 'sipp <sip:sipp@127.0.0.1:6060>;tag=1'],
  ['To', '<sip:*43@127.0.0.1>'],
  ['To', '123 <sip:123@127.0.0.1:5090>'],
  ['Contact', 'sip:sipp@127.0.0.1:6060'],
  ['Contact', '<sip:raw@127.0.0.1:6060;transport=udp;alias=10.0.0.1~4002~5>'],
  ['Record_Route', '<sip:127.0.0.1:5080;lr;ftag=aB1;did=af3.1>'],
  // As Kamailio's topoh writes them.
  ['Contact', '<sip:127.0.0.1;line=sr-OvqYPmQjGM6qOza6JhOKJNFY9hRgJWRoJW2*>'],
  ['Record_Route', '<sip:127.0.0.1;line=sr-OvqYPhRTQTFY9haKJW06JWJvJW5TJhtBGh5UOh5mrMw4IWu7QWuonh2*>'],
  ['Call_ID', '!!:Jh3YncRvnhL5ncR7JiooJW3T9WzoLha5JWlZnWXzncR1JyRoVMdqGmQ0'],
  ['Name_Addr_Header', '<sip:+14155550100@farline.local>'],
  ['SIP_URI', 'sip:+44@example.org:5090;a-b=cD'],
  ['CSeq', '7 INVITE'],
  ['Call_ID', 'a1b2-c3@127.0.0.1'],
  ['Content_Length', '0'],
  ['Max_Forwards', '70'],
  ['Content_Type', 'application/sdp'],
];

test.each(usual)('%s %s is read as SIP.js reads it', (rule, text) => {
  const read = READERS[rule]?.(text);
  expect(read).toBeDefined();
  expect(read).toEqual(slowly(rule, text));
});

test('whatever is changed in a usual header, it is read as SIP.js reads it, or left to it', () => {
  const change = fc.record({
    header: fc.constantFrom(...usual),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(4),
    put: fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom(
        ';lr',
        ';user=phone',
        ';ttl=1',
        '%41',
        '@',
        ':',
        '::1',
        '"',
        '<',
        '?a=b',
        ';tag=',
        ';Tag=X',
        ';=',
        '  ',
        '.',
        '256',
      ),
    ),
  });
  fc.assert(
    fc.property(change, ({ header: [rule, text], at, removed, put }) => {
      const place = Math.floor(at * text.length);
      const changed = text.slice(0, place) + put + text.slice(place + removed);
      const wanted = slowly(rule, changed);
      expect({ changed, read: READERS[rule]?.(changed) ?? wanted }).toEqual({ changed, read: wanted });
    }),
    { numRuns: 3000 },
  );
});
