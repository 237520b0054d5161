import { expect, test } from 'vitest';
import { aMessage, httpWorld } from './testing/http-world.ts';
import { json } from './testing/stand-in-provider.ts';

// What each of the known APIs is sent, and answers, in the words of its documentation.
const WEBHOOK = 'https://farline.example/api/v1/webhooks/messages/acme';
const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

test('Twilio is sent a form, and its answer has the id and the segments', async () => {
  const sid = `SM${'0'.repeat(32)}`;
  const settings = { provider: 'twilio', login: 'AC123', password: 'token' } as const;
  const created = {
    sid,
    status: 'queued',
    num_segments: '1',
    error_code: null,
    error_message: null,
    direction: 'outbound-api',
  };
  const { carrier, asked } = await httpWorld({ settings, usually: json(201, created) });

  expect(await carrier.submit(aMessage({ text: 'Grüße & 字' }))).toEqual({
    outcome: 'accepted',
    carrierMessageId: sid,
    segments: 1,
  });
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC123/Messages.json' });
  expect(asked[0]?.headers).toMatchObject({
    authorization: basic('AC123', 'token'),
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  });
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    To: '+447700900123',
    From: '+15005550006',
    Body: 'Grüße & 字',
    StatusCallback: WEBHOOK,
    ValidityPeriod: '36000',
  });
});

test.each([
  [400, 21_211, { outcome: 'refused', status: 'HTTP 400 21211' }],
  [400, 21_610, { outcome: 'refused', status: 'HTTP 400 21610' }],
  [400, 21_609, { outcome: 'later', why: 'HTTP 400 21609' }],
  [401, 20_003, { outcome: 'later', why: 'HTTP 401 20003' }],
  [429, 20_429, { outcome: 'later', why: 'HTTP 429 20429' }],
  [500, 20_500, { outcome: 'unknown' }],
])('Twilio refuses with %i and code %i', async (status, code, expected) => {
  const error = { code, message: 'why', more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  const settings = { provider: 'twilio', login: 'AC123', password: 'token' } as const;
  const { carrier } = await httpWorld({ settings, usually: json(status, error) });
  expect(await carrier.submit(aMessage())).toEqual(expected);
});

test('Telnyx is sent JSON with a bearer key, and its answer has the id and the parts', async () => {
  const id = '40385f64-5717-4562-b3fc-2c963f66afa6';
  const settings = { provider: 'telnyx', login: '', password: 'KEY0123' } as const;
  const data = {
    record_type: 'message',
    direction: 'outbound',
    id,
    type: 'SMS',
    encoding: 'GSM-7',
    parts: 2,
    errors: [],
    from: { phone_number: '+15005550006', carrier: 'TELNYX LLC', line_type: 'VoIP' },
    to: [{ phone_number: '+447700900123', status: 'queued', carrier: '', line_type: 'Wireless' }],
  };
  const { carrier, asked } = await httpWorld({ settings, usually: json(200, { data }) });

  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'accepted', carrierMessageId: id, segments: 2 });
  expect(asked[0]).toMatchObject({ path: '/v2/messages', headers: { authorization: 'Bearer KEY0123' } });
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    to: '+447700900123',
    from: '+15005550006',
    text: 'Hello',
    type: 'SMS',
    webhook_url: WEBHOOK,
  });
});

test('Telnyx is told the profile of a sender that is a name, and none of a number', async () => {
  const profile = '16fd2706-8baf-433b-82eb-8c7fada847da';
  const settings = { provider: 'telnyx', login: '', password: 'KEY0123', profile } as const;
  const { carrier, asked } = await httpWorld({ settings, usually: json(200, { data: { id: 'a', parts: 1 } }) });
  for (const from of ['Acme', '+15005550006']) await carrier.submit(aMessage({ from }));

  const common = { to: '+447700900123', text: 'Hello', type: 'SMS', webhook_url: WEBHOOK };
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { ...common, from: 'Acme', messaging_profile_id: profile },
    { ...common, from: '+15005550006' },
  ]);
});

test.each([
  [400, '40310', { outcome: 'refused', status: 'HTTP 400 40310' }],
  [429, '10011', { outcome: 'later', why: 'HTTP 429 10011' }],
  [401, '10009', { outcome: 'later', why: 'HTTP 401 10009' }],
])('Telnyx refuses with %i and code %s', async (status, code, expected) => {
  const settings = { provider: 'telnyx', login: '', password: 'KEY0123' } as const;
  const { carrier } = await httpWorld({
    settings,
    usually: json(status, { errors: [{ code, title: 'why', detail: 'why' }] }),
  });
  expect(await carrier.submit(aMessage())).toEqual(expected);
});

test('Vonage is sent JSON with numbers without plus, and its answer has the id', async () => {
  const id = 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab';
  const settings = { provider: 'vonage', login: 'a1b2c3d4', password: 'secret' } as const;
  const { carrier, asked } = await httpWorld({ settings, usually: json(202, { message_uuid: id }) });

  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'accepted', carrierMessageId: id });
  expect(asked[0]).toMatchObject({ path: '/v1/messages', headers: { authorization: basic('a1b2c3d4', 'secret') } });
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    channel: 'sms',
    message_type: 'text',
    to: '447700900123',
    from: '15005550006',
    text: 'Hello',
    ttl: 86_400,
    webhook_url: WEBHOOK,
    webhook_version: 'v1',
  });
});

test.each([
  [422, 'Invalid sender', { outcome: 'refused', status: 'HTTP 422 Invalid sender' }],
  [402, 'Low balance', { outcome: 'later', why: 'HTTP 402 Low balance' }],
  [429, 'Rate Limit Hit', { outcome: 'later', why: 'HTTP 429 Rate Limit Hit' }],
  [401, 'Unauthorized', { outcome: 'later', why: 'HTTP 401 Unauthorized' }],
])('Vonage refuses with %i and "%s"', async (status, title, expected) => {
  const problem = { type: 'https://developer.vonage.com/api-errors', title, detail: 'why', instance: 'bf0ca0bf' };
  const settings = { provider: 'vonage', login: 'a1b2c3d4', password: 'secret' } as const;
  const { carrier } = await httpWorld({ settings, usually: json(status, problem) });
  expect(await carrier.submit(aMessage())).toEqual(expected);
});
