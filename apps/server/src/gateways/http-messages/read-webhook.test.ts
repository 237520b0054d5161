import { describe, expect, test } from 'vitest';
import { anEd25519Pair, signedByEd25519, signedByJwt, signedForm } from './testing/sign-webhook.ts';
import { now, reader, webhookUrl } from './testing/webhook-reader.ts';

const seconds = (more: number) => new Date(now.getTime() + more * 1000);
const bad = { genuine: false, reason: 'bad_signature' };
const old = { genuine: false, reason: 'too_old' };

describe('Twilio', () => {
  const read = reader({ provider: 'twilio', webhookKey: 'token' });
  const receipt = {
    ...{ MessageSid: 'SM1', SmsSid: 'SM1', SmsStatus: 'delivered', MessageStatus: 'delivered', AccountSid: 'AC1' },
    ...{ To: '+447700900123', From: '+15005550006', ApiVersion: '2010-04-01' },
  };
  const received = {
    ...{
      MessageSid: 'SM2',
      SmsMessageSid: 'SM2',
      SmsStatus: 'received',
      AccountSid: 'AC1',
      NumMedia: '0',
      NumSegments: '1',
    },
    ...{ To: '+15005550006', From: '+447700900123', Body: 'Grüße 字', FromCountry: 'GB' },
  };
  const genuine = async (fields: Record<string, string>) => await read(signedForm(webhookUrl, fields, 'token'));

  test('the example of its documentation is verified', async () => {
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    const example = reader({ provider: 'twilio', webhookKey: '12345', webhookUrl: url });
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      From: '+12349013030',
      To: '+18005551212',
      Caller: '+12349013030',
      Digits: '1234',
    };
    const signed = signedForm(url, fields, '12345');
    expect(signed.headers['x-twilio-signature']).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
    expect(await example(signed)).toEqual({ genuine: true, receipts: [], received: [] });
  });

  test.each([
    ['queued', 'enroute'],
    ['sent', 'accepted'],
    ['delivered', 'delivered'],
    ['undelivered', 'undelivered'],
    ['failed', 'rejected'],
    ['canceled', 'rejected'],
  ])('a receipt that says %s means %s', async (MessageStatus, state) => {
    const error = MessageStatus === 'failed' ? { ErrorCode: '30007' } : {};
    expect(await genuine({ ...receipt, MessageStatus, ...error })).toEqual({
      ...{ genuine: true, received: [] },
      receipts: [
        {
          carrierMessageId: 'SM1',
          peer: '+447700900123',
          number: '+15005550006',
          state,
          error: error.ErrorCode ?? null,
        },
      ],
    });
  });

  test('what waited there for too long has expired', async () => {
    const told = await genuine({ ...receipt, MessageStatus: 'failed', ErrorCode: '30036' });
    expect(told).toMatchObject({ receipts: [{ state: 'expired', error: '30036' }] });
  });

  test('a state that nobody knows is taken, and tells nothing', async () => {
    expect(await genuine({ ...receipt, MessageStatus: 'teleported' })).toEqual({
      genuine: true,
      receipts: [],
      received: [],
    });
    expect(await genuine({ ...receipt, MessageStatus: 'constructor' })).toEqual({
      genuine: true,
      receipts: [],
      received: [],
    });
  });

  test('a text comes in, and a picture with words is both', async () => {
    const whole = { from: '+447700900123', to: '+15005550006', concatenation: null };
    const words = { ...whole, carrierMessageId: 'SM2', text: 'Grüße 字' };
    const picture = { ...whole, carrierMessageId: 'SM2 picture', text: null };
    expect(await genuine(received)).toEqual({ genuine: true, receipts: [], received: [words] });
    const mms = { ...received, NumMedia: '1', MediaUrl0: 'https://api.twilio.com/x', MediaContentType0: 'image/jpeg' };
    expect(await genuine(mms)).toEqual({ genuine: true, receipts: [], received: [words, picture] });
    expect(await genuine({ ...mms, Body: '' })).toEqual({ genuine: true, receipts: [], received: [picture] });
  });

  test('the port may stand in the address that is signed, or not', async () => {
    const withPort = webhookUrl.replace('farline.example', 'farline.example:443');
    expect(await read(signedForm(withPort, receipt, 'token'))).toMatchObject({ genuine: true });
    const onPort = reader({
      provider: 'twilio',
      webhookKey: 'token',
      webhookUrl: webhookUrl.replace('.example', '.example:8443'),
    });
    expect(await onPort(signedForm(webhookUrl, receipt, 'token'))).toMatchObject({ genuine: true });
  });

  test('a body of as many names as fit is looked through about as soon as few are, whoever sends it', async () => {
    const names = Array.from({ length: 16_000 }, (_, place) => place.toString(36).padStart(3, '0'));
    /** The quickest of five: what else the processor does beside one of them says nothing of how the work grows. */
    const tookMs = async (body: string) => {
      const took: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const startedAt = process.threadCpuUsage();
        expect(await read({ ...signedForm(webhookUrl, receipt, 'token'), body })).toEqual(bad);
        took.push(process.threadCpuUsage(startedAt).user / 1_000);
      }
      return Math.min(...took);
    };
    // What takes the square of its size takes four hundred times as long for twenty times as many.
    const few = Math.max(1, await tookMs(names.slice(0, 800).join('&')));
    expect(await tookMs(names.join('&'))).toBeLessThan(100 * few);
  });

  test.each([
    ['another token', signedForm(webhookUrl, receipt, 'other')],
    ["another carrier's address", signedForm(webhookUrl.replace('acme', 'other'), receipt, 'token')],
    ['no signature', { ...signedForm(webhookUrl, receipt, 'token'), headers: {} }],
    ['a field more', { ...signedForm(webhookUrl, receipt, 'token'), body: 'MessageStatus=delivered&MessageSid=SM9' }],
    [
      'fields twice',
      {
        ...signedForm(webhookUrl, receipt, 'token'),
        body: `MessageSid=SM9&${new URLSearchParams(receipt).toString()}`,
      },
    ],
  ])('what is signed with %s is not read', async (_, request) => {
    expect(await read(request)).toEqual(bad);
  });
});

describe('Telnyx', () => {
  const pair = anEd25519Pair();
  const read = reader({ provider: 'telnyx', webhookKey: pair.publicKey });
  const finalized = (status: string, errors: { code: string }[] = []) => ({
    data: {
      ...{
        event_type: 'message.finalized',
        id: '4ee8c3a6',
        occurred_at: '2026-05-01T12:00:00.000+00:00',
        record_type: 'event',
      },
      payload: {
        ...{ id: '834f3d53', direction: 'outbound', parts: 2, type: 'SMS', text: 'Hello', errors },
        ...{
          from: { phone_number: '+15005550006' },
          to: [{ phone_number: '+447700900123', status, line_type: 'Wireless' }],
        },
      },
    },
    meta: { attempt: 1, delivered_to: webhookUrl },
  });
  const incoming = (more: object) => ({
    data: {
      ...{ event_type: 'message.received', id: 'b301ed3f', record_type: 'event' },
      payload: {
        ...{ id: '84cca175', direction: 'inbound', type: 'SMS', text: 'Hi', media: [] },
        ...{
          from: { phone_number: '+447700900123' },
          to: [{ phone_number: '+15005550006', status: 'webhook_delivered' }],
        },
        ...more,
      },
    },
  });

  test.each([
    ['sent', 'accepted'],
    ['delivered', 'delivered'],
    ['sending_failed', 'rejected'],
    ['delivery_failed', 'undelivered'],
    ['delivery_unconfirmed', 'accepted'],
    ['expired', 'expired'],
  ])('a receipt that says %s means %s, with its parts', async (status, state) => {
    expect(await read(signedByEd25519(finalized(status), pair, now))).toEqual({
      ...{ genuine: true, received: [] },
      receipts: [
        {
          carrierMessageId: '834f3d53',
          peer: '+447700900123',
          number: '+15005550006',
          state,
          error: null,
          segments: 2,
        },
      ],
    });
  });

  test('a code that says that it expired counts more than the state', async () => {
    const told = await read(signedByEd25519(finalized('delivery_failed', [{ code: '40005' }]), pair, now));
    expect(told).toMatchObject({ receipts: [{ state: 'expired', error: '40005' }] });
  });

  test('a text comes in, and so does a picture', async () => {
    const text = {
      carrierMessageId: '84cca175',
      from: '+447700900123',
      to: '+15005550006',
      text: 'Hi',
      concatenation: null,
    };
    expect(await read(signedByEd25519(incoming({}), pair, now))).toEqual({
      genuine: true,
      receipts: [],
      received: [text],
    });
    const picture = incoming({
      type: 'MMS',
      text: '',
      media: [{ url: 'https://example.com/1.jpg', content_type: 'image/jpeg' }],
    });
    expect(await read(signedByEd25519(picture, pair, now))).toMatchObject({ received: [{ text: null }] });
  });

  test('what is old, of the future, by another key or over another body is not read', async () => {
    const signed = signedByEd25519(finalized('delivered'), pair, now);
    expect(await read(signedByEd25519(finalized('delivered'), pair, seconds(-301)))).toEqual(old);
    expect(await read(signedByEd25519(finalized('delivered'), pair, seconds(301)))).toEqual(old);
    expect(await read(signedByEd25519(finalized('delivered'), anEd25519Pair(), now))).toEqual(bad);
    expect(await read({ ...signed, body: JSON.stringify(finalized('sending_failed')) })).toEqual(bad);
    expect(await read({ ...signed, headers: { ...signed.headers, 'telnyx-timestamp': '1' } })).toEqual(bad);
    expect(await read({ ...signed, headers: { ...signed.headers, 'telnyx-signature-ed25519': 'AAAA' } })).toEqual(bad);
    expect(await read({ headers: {}, body: signed.body })).toEqual(bad);
  });
});

describe('Vonage', () => {
  const secret = 'a signature secret of 32 characters or more';
  const read = reader({ provider: 'vonage', webhookKey: secret });
  const status = (word: string) => ({
    ...{
      message_uuid: 'aaaaaaaa-bbbb',
      to: '447700900123',
      from: '15005550006',
      timestamp: '2026-05-01T12:00:00.000Z',
    },
    ...{ status: word, channel: 'sms', usage: { currency: 'EUR', price: '0.0333' }, sms: { count_total: '2' } },
  });

  test.each([
    ['submitted', 'accepted'],
    ['delivered', 'delivered'],
    ['rejected', 'undelivered'],
    ['undeliverable', 'rejected'],
  ])('a receipt that says %s means %s, with its segments and numbers with plus', async (word, state) => {
    expect(await read(await signedByJwt(status(word), secret, now))).toEqual({
      ...{ genuine: true, received: [] },
      receipts: [
        {
          carrierMessageId: 'aaaaaaaa-bbbb',
          peer: '+447700900123',
          number: '+15005550006',
          state,
          error: null,
          segments: 2,
        },
      ],
    });
  });

  test('a text comes in, and so does what is none', async () => {
    const common = {
      channel: 'sms',
      message_uuid: 'cccc',
      to: '15005550006',
      from: '447700900123',
      timestamp: '2026-05-01T12:00:00Z',
    };
    const text = { ...common, message_type: 'text', text: 'Hi', sms: { num_messages: '1' } };
    const told = {
      carrierMessageId: 'cccc',
      from: '+447700900123',
      to: '+15005550006',
      text: 'Hi',
      concatenation: null,
    };
    expect(await read(await signedByJwt(text, secret, now))).toEqual({ genuine: true, receipts: [], received: [told] });
    const image = { ...common, message_type: 'image', image: { url: 'https://example.com/x.jpg' } };
    expect(await read(await signedByJwt(image, secret, now))).toMatchObject({ received: [{ text: null }] });
  });

  test('what is old, by another secret, over another body or without a signature is not read', async () => {
    expect(await read(await signedByJwt(status('delivered'), secret, seconds(-400)))).toEqual(old);
    expect(await read(await signedByJwt(status('delivered'), `${secret}!`, now))).toEqual(bad);
    expect(await read(await signedByJwt(status('delivered'), secret, now, status('rejected')))).toEqual(bad);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    expect(await read({ headers: { authorization: `Bearer ${unsigned}` }, body: '{}' })).toEqual(bad);
    expect(await read({ headers: {}, body: '{}' })).toEqual(bad);
  });
});
