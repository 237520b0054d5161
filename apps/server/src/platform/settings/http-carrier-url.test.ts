import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { readHttpCarrierUrl } from './http-carrier-url.ts';

const KEY = Buffer.alloc(32, 0xfb).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'farline-carriers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The URL of a file with a carrier in it. */
function described(carrier: unknown): string {
  const path = join(folder, 'carrier.json');
  writeFileSync(path, typeof carrier === 'string' ? carrier : JSON.stringify(carrier));
  return pathToFileURL(path).href;
}

const own = {
  request: {
    url: 'https://sms.example.net/send',
    auth: { header: 'X-Api-Key' },
    body: { json: { to: '{to}', text: '{text}' } },
  },
  answer: { id: 'messages.0.id', error: 'error.code', laterErrors: ['BUSY'] },
  password: 'hunter2',
};

test('a known provider is told in one URL', () => {
  expect(readHttpCarrierUrl('a', 'twilio://AC1:s%40cret@api.twilio.com')).toEqual({
    name: 'a',
    provider: 'twilio',
    origin: 'https://api.twilio.com',
    login: 'AC1',
    password: 's@cret',
    webhookKey: 's@cret',
    profile: '',
    window: 20,
  });
  expect(readHttpCarrierUrl('b', `telnyx://:key@api.telnyx.com?webhook_key=${KEY}&window=3`)).toMatchObject({
    provider: 'telnyx',
    login: '',
    password: 'key',
    webhookKey: KEY,
    window: 3,
  });
  expect(readHttpCarrierUrl('c', 'vonage+http://k:s@127.0.0.1:8080?webhook_key=x')).toMatchObject({
    provider: 'vonage',
    origin: 'http://127.0.0.1:8080',
    webhookKey: 'x',
  });
});

test('Telnyx is told with the messaging profile of senders that are names', () => {
  const profile = '16fd2706-8baf-433b-82eb-8c7fada847da';
  const url = (of: string) => `telnyx://:key@api.telnyx.com?webhook_key=${KEY}&profile=${of}`;
  expect(readHttpCarrierUrl('b', url(profile))).toMatchObject({ provider: 'telnyx', profile });
  expect(readHttpCarrierUrl('b', url('Acme'))).toContain('is no id of a messaging profile');
  expect(readHttpCarrierUrl('a', `twilio://AC1:key@api.twilio.com?profile=${profile}`)).toContain('profile');
});

test('another provider is told in a file', () => {
  expect(readHttpCarrierUrl('own', described(own))).toMatchObject({
    name: 'own',
    password: 'hunter2',
    webhookKey: null,
    window: 20,
    provider: { request: { method: 'POST', url: 'https://sms.example.net/send' }, answer: { id: 'messages.0.id' } },
  });
});

test('the description in the manual is one', () => {
  const manual = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(.*?)```/s.exec(manual) ?? [];
  expect(readHttpCarrierUrl('acme', described(example))).toMatchObject({ login: 'farline', window: 20 });
});

test.each([
  'twilio://AC1@api.twilio.com',
  'twilio://:hunter2@api.twilio.com',
  'twilio://AC1:hunter2@api.twilio.com?windwo=1',
  'twilio://AC1:hunter2%@api.twilio.com',
  'twilio+http://AC1:hunter2@api.twilio.com',
  'telnyx://:hunter2@api.telnyx.com',
  'telnyx://:hunter2@api.telnyx.com?webhook_key=short',
  'vonage://key:hunter2@api.nexmo.com',
  'file:///there/is/no/such.json',
])('%s is refused in a sentence without the password', (url) => {
  const refused = readHttpCarrierUrl('acme', url);
  expect(refused).toContain('acme: ');
  expect(refused).not.toContain('hunter2');
});

test.each([
  ['no JSON', '{'],
  ['a field that nobody knows', { ...own, retries: 3 }],
  ['a placeholder that nobody knows', { ...own, request: { ...own.request, body: { json: { x: '{password}' } } } }],
  ['an address without TLS', { ...own, request: { ...own.request, url: 'http://sms.example.net/send' } }],
  ['an address that is chosen by whoever writes', { ...own, request: { ...own.request, url: '{text}' } }],
  ['a signature without its key', { ...own, signature: { kind: 'jwt' } }],
  ['a key without its signature', { ...own, webhookKey: 'hunter2' }],
  [
    'a key of another kind',
    { ...own, webhookKey: 'hunter2', signature: { kind: 'ed25519', header: 'a', timestampHeader: 'b' } },
  ],
])('a file with %s is refused in a sentence without the password', (_, carrier) => {
  const refused = readHttpCarrierUrl('acme', described(carrier));
  expect(refused).toContain('acme: ');
  expect(refused).not.toContain('hunter2');
});

test('carriers of every kind stand side by side, in their order, each under a name of its own', () => {
  const secrets = {
    FARLINE_TOKEN_SECRET: 'x'.repeat(32),
    FARLINE_SIP_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://',
  };
  const read = (carriers: string) => readConfig({ ...secrets, FARLINE_MESSAGE_CARRIERS: carriers }).messageCarriers;
  const [one, other] = ['a=smpp://u:p@smpp.example.net', 'b=twilio://AC1:token@api.twilio.com'];
  expect(read(`${one} ${other}`).map(({ name, protocol }) => `${name} ${protocol}`)).toEqual(['a smpp', 'b http']);
  expect(() => read(`${one} a=${other?.slice(2)}`)).toThrow('two carriers of one name');
  expect(() => read('sandbox=smpp://u:p@smpp.example.net')).toThrow('another name than sandbox');
  expect(() => read('a=ftp://u:topsecret@smpp.example.net')).toThrow(/a: expected smpp/);
});
