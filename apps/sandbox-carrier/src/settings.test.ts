import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without any setting there are two trunks on this machine', () => {
  expect(readSettings({})).toEqual({
    trunks: [
      { name: 'sandbox-a', host: '127.0.0.1', port: 5090 },
      { name: 'sandbox-b', host: '127.0.0.1', port: 5091 },
    ],
    record: { host: '127.0.0.1', port: 4007 },
    messages: { host: '127.0.0.1', port: 4012, systemId: 'farline', password: 'sandbox' },
    callsTo: { host: '127.0.0.1', port: 5080 },
    rtpPorts: { from: 31000, to: 31999 },
    ringMs: 2000,
    accept: 'loopback',
    speechFolder: 'data/speech',
    recordingsFolder: 'data/recordings',
  });
});

test.each([
  ['FARLINE_SANDBOX_TRUNKS', 'sandbox-a', 'name=address:port'],
  ['FARLINE_SANDBOX_TRUNKS', 'a=127.0.0.1:99999', 'name=address:port'],
  ['FARLINE_CARRIER_RECORD', '4007', 'address:port'],
  ['FARLINE_SANDBOX_MESSAGES', 'smpp://127.0.0.1:4012', 'smpp://login:password'],
  ['FARLINE_SANDBOX_MESSAGES', 'smpp://farline:nine-long@127.0.0.1:x', 'smpp://login:password'],
  ['FARLINE_CARRIER_RTP_PORTS', '32000-31000', 'the lower first'],
  ['FARLINE_CARRIER_RING_MS', 'soon', 'FARLINE_CARRIER_RING_MS'],
  ['FARLINE_CARRIER_ACCEPT', 'friends', 'FARLINE_CARRIER_ACCEPT'],
])('%s=%s is refused with a sentence', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});
