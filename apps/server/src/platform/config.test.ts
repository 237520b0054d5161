import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secrets = { FARLINE_TOKEN_SECRET: 't'.repeat(32), FARLINE_SIP_SECRET: 's'.repeat(32) };
const least = { DATABASE_URL: 'postgres://localhost/farline', ...secrets };

test('the least configuration serves localhost with every role', () => {
  const config = readConfig(least);
  expect(config.port).toBe(4001);
  expect(config.listen).toEqual(['127.0.0.1', '::1']);
  expect([...config.roles]).toEqual(['api', 'call-control', 'worker']);
  expect(config.loopbackOnly).toBe(true);
});

test('every wrong setting is named in one sentence each', () => {
  const reading = () =>
    readConfig({ ...least, FARLINE_PORT: '70000', FARLINE_TRIAL_CREDIT: 'two', FARLINE_EVAPI: 'here' });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(/FARLINE_PORT/);
  expect(reading).toThrow(/FARLINE_TRIAL_CREDIT must be an amount/);
  expect(reading).toThrow(/FARLINE_EVAPI expected address:port/);
});

test.each([
  'mail.example.org',
  'mail.example.org:587',
  'login:hunter2@mail.example.org',
  'https://:hunter2@mail',
  'smtp://',
])('SMTP_URL %s is refused in a sentence without the password: mail would go to another host', (url) => {
  const reading = () => readConfig({ ...least, SMTP_URL: url });
  expect(reading).toThrow(/^SMTP_URL must be an address such as smtps:\/\/login:password@mail\.example\.org$/);
});

test('SMTP_URL may be of a server with or without TLS', () => {
  for (const url of ['smtp://127.0.0.1:2525', 'smtps://login:p%40ss@mail.example.org:465']) {
    expect(readConfig({ ...least, SMTP_URL: url }).smtpUrl).toBe(url);
  }
});

test.each([
  'phone.example.org',
  'phone.example.org:4001',
  'ftp://phone.example.org',
  'https://example.org/phone',
  'https://phone.example.org/?a=b',
  'https://phone.example.org/#a',
  'https://ada:hunter2@phone.example.org',
])('FARLINE_PUBLIC_URL %s is refused in a sentence', (url) => {
  const reading = () => readConfig({ ...least, FARLINE_PUBLIC_URL: url });
  expect(reading).toThrow(
    /^FARLINE_PUBLIC_URL must be an address such as https:\/\/phone\.example\.org, without a path$/,
  );
});

test.each(['https://Phone.Example.org', 'https://phone.example.org:443', 'https://phone.example.org//'])(
  'where FARLINE_PUBLIC_URL is %s, pages are admitted under the origin that browsers send',
  (url) => {
    const { publicUrl, allowedOrigins } = readConfig({ ...least, FARLINE_PUBLIC_URL: url });
    expect([publicUrl, allowedOrigins]).toEqual(['https://phone.example.org', ['https://phone.example.org']]);
  },
);

test('further origins are taken as browsers send them, and refused otherwise', () => {
  const allowed = (given: string) => readConfig({ ...least, FARLINE_ALLOWED_ORIGINS: given }).allowedOrigins;
  expect(allowed('https://www.example.org, http://192.0.2.7:4001')).toEqual(
    expect.arrayContaining(['https://www.example.org', 'http://192.0.2.7:4001']),
  );
  for (const wrong of ['https://www.example.org/', 'www.example.org', 'https://WWW.example.org', '*']) {
    expect(() => allowed(wrong)).toThrow(`FARLINE_ALLOWED_ORIGINS.0 expected https://host or https://host:port`);
  }
});

test.each([
  ['FARLINE_ROLES', ','],
  ['FARLINE_FIRST_STRETCH_SECONDS', '0'],
  ['FARLINE_FIRST_SIGN_MS', '0'],
  ['FARLINE_TRYING_MS', '0'],
  ['FARLINE_RINGING_MS', '0'],
])('%s=%s is refused: with it nothing would be served, or no call placed', (name, value) => {
  expect(() => readConfig({ ...least, [name]: value })).toThrow(new RegExp(`^${name} `));
});

test('who runs it is said once they have a name; invoices are from Farline until then', () => {
  const address = { FARLINE_SELLER_ADDRESS: 'Straße 1 | 10115 Berlin', FARLINE_SELLER_EMAIL: 'we@example.com' };
  expect(readConfig({ ...least, ...address }).invoices).toMatchObject({ seller: { name: 'Farline' }, operator: null });
  expect(readConfig({ ...least, ...address, FARLINE_SELLER_NAME: 'Calls GmbH' }).invoices.operator).toEqual({
    name: 'Calls GmbH',
    lines: ['Straße 1', '10115 Berlin'],
    country: null,
    taxId: null,
    email: 'we@example.com',
  });
});

test('a missing database is said, not guessed', () => {
  expect(() => readConfig(secrets)).toThrow(/DATABASE_URL is missing/);
});

test('a local public address admits localhost, 127.0.0.1 and [::1] alike', () => {
  const { allowedOrigins } = readConfig({ ...least, FARLINE_PUBLIC_URL: 'http://localhost:4001' });
  expect(allowedOrigins).toEqual(
    expect.arrayContaining(['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001']),
  );
  expect(readConfig({ ...least, FARLINE_PUBLIC_URL: 'https://phone.example' }).allowedOrigins).toEqual([
    'https://phone.example',
  ]);
});

test('pages at other ports of this machine may ask while nobody but this machine can reach the server', () => {
  const allows = (env: Record<string, string>) => readConfig({ ...least, ...env }).allowsLoopback;
  expect(allows({})).toBe(true);
  expect(allows({ FARLINE_LISTEN: '0.0.0.0' })).toBe(false);
  expect(allows({ FARLINE_PUBLIC_URL: 'https://phone.example' })).toBe(false);
});

test('a listener beyond loopback is noticed', () => {
  expect(readConfig({ ...least, FARLINE_LISTEN: '127.0.0.1,0.0.0.0' }).loopbackOnly).toBe(false);
});

test('a proxy is believed when it is named, and a wrong name is refused', () => {
  const trusted = (FARLINE_TRUST_PROXY: string) => readConfig({ ...least, FARLINE_TRUST_PROXY }).trustProxy;
  expect(readConfig(least).trustProxy).toBe(false);
  expect(trusted('on')).toEqual(['loopback']);
  expect(trusted('172.20.0.3')).toEqual(['loopback', '172.20.0.3']);
  expect(() => trusted('true')).toThrow(/FARLINE_TRUST_PROXY expected on, off, or addresses/);
});

test('trunks are read as name, address and port', () => {
  const config = readConfig({ ...least, FARLINE_SANDBOX_TRUNKS: 'sandbox-a=127.0.0.1:5090, sandbox-b=127.0.0.1:5091' });
  expect(config.sandboxTrunks).toEqual([
    { name: 'sandbox-a', host: '127.0.0.1', port: 5090 },
    { name: 'sandbox-b', host: '127.0.0.1', port: 5091 },
  ]);
  expect(() => readConfig({ ...least, FARLINE_SANDBOX_TRUNKS: 'bad name=127.0.0.1:1' })).toThrow(ConfigError);
});

test('nobody takes payments unless it is said who, with a key and a secret', () => {
  expect(readConfig(least).payments).toBeNull();
  expect(() => readConfig({ ...least, FARLINE_PAYMENTS: 'sandbox' })).toThrow('FARLINE_SANDBOX_PAYMENTS_KEY');
  const told = { FARLINE_SANDBOX_PAYMENTS_KEY: 'key', FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: 'secret' };
  expect(readConfig({ ...least, ...told, FARLINE_PAYMENTS: 'sandbox' }).payments).toMatchObject({
    url: 'http://127.0.0.1:4009',
    webhookSecret: 'secret',
  });
});

test('with a key of Stripe, Stripe takes payments, unless something else is said', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec' };
  expect(readConfig({ ...least, ...stripe }).payments).toMatchObject({ provider: 'stripe', apiUrl: null });
  expect(readConfig({ ...least, ...stripe, FARLINE_PAYMENTS: 'off' }).payments).toBeNull();
  expect(() => readConfig({ ...least, STRIPE_SECRET_KEY: 'sk_test' })).toThrow('STRIPE_WEBHOOK_SECRET');
});

test('who writes voicemails down is an address with a model, and a key where the service wants one', () => {
  const read = (env: Record<string, string>) => readConfig({ ...least, ...env }).transcription;
  expect(read({})).toBeNull();
  expect(() => read({ FARLINE_TRANSCRIPTION_KEY: 'sk-1' })).toThrow(/^FARLINE_TRANSCRIPTION_KEY is set, and/);
  expect(read({ FARLINE_TRANSCRIPTION_URL: 'http://127.0.0.1:8000/v1/' })).toEqual({
    url: 'http://127.0.0.1:8000/v1',
    key: null,
    model: 'whisper-1',
  });
  const whole = {
    FARLINE_TRANSCRIPTION_URL: 'https://speech.example.com/v1',
    FARLINE_TRANSCRIPTION_KEY: 'sk-1',
    FARLINE_TRANSCRIPTION_MODEL: 'large-v3',
  };
  expect(read(whole)).toEqual({ url: 'https://speech.example.com/v1', key: 'sk-1', model: 'large-v3' });
});

test.each([
  ['FARLINE_TRANSCRIPTION_URL', 'http://speech.example.com/v1'],
  ['FARLINE_TRANSCRIPTION_URL', 'https://user:secret@speech.example.com/v1'],
  ['FARLINE_TRANSCRIPTION_URL', 'https://speech.example.com/v1?key=secret'],
  ['FARLINE_TRANSCRIPTION_URL', 'file:///secret'],
  ['FARLINE_TRANSCRIPTION_KEY', 'secret in\r\npieces'],
  ['FARLINE_TRANSCRIPTION_MODEL', 'a\r\nmodel'],
])('%s is refused as %j, without a word of what may be a secret', (name, value) => {
  const reading = () => readConfig({ ...least, [name]: value });
  expect(reading).toThrow(new RegExp(`^${name} `));
  expect(reading).not.toThrow(/secret/);
});

const telnyx = {
  FARLINE_NUMBER_PROVIDER: 'telnyx',
  TELNYX_API_KEY: 'KEY-secret',
  TELNYX_PUBLIC_KEY: `${'A'.repeat(43)}=`,
  TELNYX_CONNECTION_ID: '1293384261075731499',
  FARLINE_NUMBER_COUNTRIES: 'US, CA,US',
  FARLINE_NUMBER_MARGIN: '12.5',
  FARLINE_NUMBER_PRICES: 'US:toll_free=2.50+1,US:fixed=2',
  FARLINE_NUMBER_MINUTES: 'fixed=0.01,toll_free=0.035',
};

test('a provider of numbers is read whole: its keys, its countries and what its numbers cost', () => {
  expect(readConfig(least).numberProvider).toBeNull();
  expect(readConfig({ ...least, ...telnyx }).numberProvider).toEqual({
    telnyx: {
      url: 'https://api.telnyx.com/v2',
      apiKey: 'KEY-secret',
      publicKey: telnyx.TELNYX_PUBLIC_KEY,
      connectionId: '1293384261075731499',
      messagingProfileId: null,
    },
    prices: {
      countries: ['US', 'CA'],
      marginHundredths: 1_250n,
      fixed: new Map([
        ['US:toll_free', { monthlyMicros: 2_500_000n, setupMicros: 1_000_000n }],
        ['US:fixed', { monthlyMicros: 2_000_000n, setupMicros: 0n }],
      ]),
      minutes: new Map([
        ['fixed', 10_000n],
        ['toll_free', 35_000n],
      ]),
    },
  });
});

test.each([
  ['TELNYX_API_KEY', '', /^TELNYX_API_KEY is missing/],
  ['TELNYX_PUBLIC_KEY', 'AAAA', /^TELNYX_PUBLIC_KEY must be 32 octets/],
  ['TELNYX_API_URL', 'http://api.example.com/v2', /^TELNYX_API_URL expected https/],
  ['FARLINE_NUMBER_COUNTRIES', '', /^FARLINE_NUMBER_COUNTRIES is missing/],
  ['FARLINE_NUMBER_COUNTRIES', 'USA', /^FARLINE_NUMBER_COUNTRIES/],
  ['FARLINE_NUMBER_MINUTES', '', /^FARLINE_NUMBER_MINUTES is missing/],
  ['FARLINE_NUMBER_MINUTES', 'fixed=-1', /^FARLINE_NUMBER_MINUTES/],
  ['FARLINE_NUMBER_MINUTES', 'fixed=1,fixed=2', /has something twice/],
  ['FARLINE_NUMBER_MARGIN', '-5', /^FARLINE_NUMBER_MARGIN must be a percentage/],
  ['FARLINE_NUMBER_PRICES', 'US:premium=1', /^FARLINE_NUMBER_PRICES/],
  ['FARLINE_NUMBER_PROVIDER', '', /^FARLINE_NUMBER_COUNTRIES is set, and FARLINE_NUMBER_PROVIDER is not/],
])('a provider of numbers with %s as %j is refused', (name, value, sentence) => {
  const reading = () => readConfig({ ...least, ...telnyx, [name]: value });
  expect(reading).toThrow(sentence);
  expect(reading).not.toThrow(/secret/);
});
