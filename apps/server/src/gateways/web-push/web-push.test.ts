import type { Resolver } from 'node:dns/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createWebPush } from './index.ts';
import { isPublicAddress, lookupPublic } from './public-address.ts';

const push = createWebPush({ subject: 'mailto:somebody@example.org', ownServices: ['http://127.0.0.1:9999'] });

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'http://127.0.0.1:9999/of/the/operator',
])('%s may be asked', (endpoint) => {
  expect(push.mayBeAsked(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/push',
  'https://127.1/push',
  'https://2130706433/push',
  'https://0x7f.0.0.1/push',
  'https://[::1]/push',
  'https://[::ffff:10.0.0.1]/push',
  'https://localhost/push',
  'https://localhost./push',
  'https://anything.localhost/push',
  'https://printer/push',
  'https://printer.local/push',
  'https://metadata.google.internal/push',
  'https://10.0.0.1/push',
  'https://push.example.org:8443/push',
  'https://somebody:secret@push.example.org/push',
  'http://127.0.0.1:9998/another/port',
  'ftp://push.example.org/push',
  'file:///etc/passwd',
  'nonsense',
])('%s may not be asked', (endpoint) => {
  expect(push.mayBeAsked(endpoint)).toBe(false);
});

test.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001::5', '172.32.0.1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2002:a00:1::'],
  'push.example.org',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

/** A name server on which each name has an address of the internet, and one of this machine. */
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => ['2606:4700::1'] } as unknown as Pick<
  Resolver,
  'resolve4' | 'resolve6'
>;

test('a name that has no address is not connected to', async () => {
  const none = { resolve4: async () => await Promise.reject(new Error('none')) };
  const failed = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    lookupPublic({ ...names, ...none, resolve6: none.resolve4 })('push.example.org', {}, (error) => resolve(error));
  });

  expect(failed?.code).toBe('ENOTFOUND');
});

test('a name that leads to this machine is not connected to', async () => {
  const failed = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    lookupPublic(names)('push.example.org', { all: true }, (error) => resolve(error));
  });

  expect(failed?.code).toBe('EPRIVATE');
});

test('what a connection is made to is what was looked at', async () => {
  let connections = 0;
  const server = createServer(() => undefined).on('connection', () => (connections += 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `https://push.example.org:${(server.address() as AddressInfo).port}`;
  const { request } = await import('node:https');
  const code = await new Promise((resolve) =>
    request(origin, { lookup: lookupPublic(names) })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end(),
  );
  await new Promise((closed) => server.close(closed));

  expect(code).toBe('EPRIVATE');
  expect(connections).toBe(0);
});

test('a browser whose key is no point of its curve is refused, and what it says has no word of where it is', async () => {
  const outcome = await push.sendPush(
    { endpoint: 'https://push.example.org/very-secret', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    { payload: '{}', ttlSeconds: 60, isUrgent: false, topic: 'topic' },
    push.newKeys(),
  );

  expect(outcome).toEqual({ state: 'refused', why: expect.any(String) });
  expect(JSON.stringify(outcome)).not.toContain('secret');
});
