import { expect, test } from 'vitest';
import { readCarrierUrl } from './carrier-url.ts';

test('a carrier of messages is told in one URL, with what is usual where it says nothing', () => {
  expect(readCarrierUrl('acme', 'smpp://farline:p%40ss@smpp.example.net:2776')).toEqual({
    name: 'acme',
    host: 'smpp.example.net',
    port: 2776,
    tls: 'none',
    systemId: 'farline',
    password: 'p@ss',
    systemType: '',
    version: '3.4',
    mode: 'transceiver',
    window: 10,
    perSecond: null,
    alphabet: 'gsm-7',
    nationalShift: [],
    messageIds: 'same',
    longMessages: 'header',
    addressTypes: {},
  });
});

test('what differs stands in its query, and TLS in its scheme', () => {
  const url =
    'smpps://a:b@[::1]?version=5.0&mode=pair&window=50&per_second=20&alphabet=latin-1&long_messages=sar&short_type=0.1';
  expect(readCarrierUrl('acme', 'smpp://a:b@host?national=turkish,hindi')).toMatchObject({
    nationalShift: ['turkish', 'hindi'],
  });
  expect(readCarrierUrl('acme', url)).toMatchObject({
    host: '::1',
    port: 2775,
    tls: 'verify',
    version: '5.0',
    mode: 'pair',
    window: 50,
    perSecond: 20,
    alphabet: 'latin-1',
    longMessages: 'sar',
    addressTypes: { short: { ton: 0, npi: 1 } },
  });
});

test.each(['same', 'decimal', 'hexadecimal', 'receipts-decimal', 'receipts-hexadecimal'])(
  'the ids of messages may be said to be %s',
  (kind) => {
    expect(readCarrierUrl('acme', `smpp://a:b@host?message_ids=${kind}`)).toMatchObject({ messageIds: kind });
  },
);

test.each([
  'http://a:b@host',
  'smpp://host',
  'no url',
  'smpp://a:secret@host?window=0',
  'smpp://a:secret%@host',
  'smpp://a:secret@host?windwo=1',
  'smpp://a:secret@host?national=klingon',
  'smpp://a:secret@host?national=turkish&alphabet=latin-1',
  'smpp://a:secret@host?national=turkish&long_messages=payload',
  'smpp://a:secret@host?short_type=one',
  'smpp://a:secret%E2%82%AC@host',
  `smpp://a:secret${'x'.repeat(60)}@host`,
  `smpp://${'a'.repeat(65)}:secret@host`,
])('%s is refused in a sentence without the password', (text) => {
  const refused = readCarrierUrl('acme', text);
  expect(refused).toContain('acme: ');
  expect(refused).not.toContain('secret');
});
