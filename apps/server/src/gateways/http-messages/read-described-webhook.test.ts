import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { httpProvider } from '../../platform/settings/http-provider.ts';
import { webhookReader } from './read-webhook.ts';
import { now, reader, webhookUrl } from './testing/webhook-reader.ts';

const bad = { genuine: false, reason: 'bad_signature' };

describe('a provider of a file', () => {
  const provider = (signature: object) =>
    httpProvider.parse({
      request: { url: 'https://example.net', auth: 'none', body: { form: {} } },
      answer: { id: null },
      receipts: {
        when: { path: 'state' },
        id: 'id',
        state: 'state',
        to: 'to',
        from: 'from',
        states: { DELIVRD: 'delivered' },
      },
      signature,
    });
  const body = JSON.stringify({ id: '7', state: 'DELIVRD', to: '12345', from: 'Farline' });
  const timestamp = String(now.getTime() / 1000);

  test('may sign by HMAC with a time, or send a secret along', async () => {
    const hmac = {
      kind: 'hmac',
      header: 'X-Signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      timestampHeader: 'X-Time',
    };
    const read = reader({ provider: provider(hmac) });
    const value = `sha256=${createHmac('sha256', 'secret').update(`${timestamp}.${body}`).digest('hex')}`;
    const receipts = [{ carrierMessageId: '7', peer: '12345', number: 'Farline', state: 'delivered', error: null }];
    expect(await read({ headers: { 'x-signature': value, 'x-time': timestamp }, body })).toEqual({
      genuine: true,
      receipts,
      received: [],
    });
    expect(await read({ headers: { 'x-signature': value, 'x-time': '1' }, body })).toEqual(bad);
    const bySecret = reader({ provider: provider({ kind: 'header', header: 'X-Secret' }) });
    expect(await bySecret({ headers: { 'x-secret': 'secret' }, body })).toMatchObject({ genuine: true });
    expect(await bySecret({ headers: { 'x-secret': 'secre' }, body })).toEqual(bad);
    expect(await bySecret({ headers: {}, body })).toEqual(bad);
  });

  test('that is genuine and no JSON is unreadable', async () => {
    const read = reader({ provider: provider({ kind: 'header', header: 'X-Secret' }) });
    expect(await read({ headers: { 'x-secret': 'secret' }, body: '{' })).toEqual({
      genuine: false,
      reason: 'unreadable',
    });
  });

  test('whatever a genuine webhook has in it, reading it ends well', async () => {
    const read = reader({ provider: provider({ kind: 'header', header: 'X-Secret' }) });
    await fc.assert(
      fc.asyncProperty(fc.json(), async (any) => {
        expect(await read({ headers: { 'x-secret': 'secret' }, body: any })).toMatchObject({ genuine: true });
      }),
    );
  });

  test('that signs nothing is not heard', () => {
    const unsigned = httpProvider.parse({
      request: { url: 'https://example.net', auth: 'none', body: { form: {} } },
      answer: { id: 'id' },
    });
    const base = {
      name: 'acme',
      origin: '',
      login: '',
      password: '',
      webhookKey: null,
      profile: '',
      window: 1,
      webhookUrl,
    };
    expect(webhookReader({ ...base, provider: unsigned })).toBeNull();
  });
});
