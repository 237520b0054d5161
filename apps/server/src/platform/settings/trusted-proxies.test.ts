import { expect, test } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { createLog } from '../log.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** The address that a request counts for, when it comes from `peer` with these forwarded ones. */
async function countedAddress(setting: string, request: { peer: string; forwarded: string }): Promise<string> {
  const trustProxy = trustedProxies(setting);
  if (trustProxy === null) throw new Error(`${setting} is not a setting`);
  const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy });
  app.get('/address', async ({ ip }) => ({ ip }));
  const headers = { 'x-forwarded-for': request.forwarded };
  const reply = await app.inject({ url: '/address', remoteAddress: request.peer, headers });
  await app.close();
  return reply.json<{ ip: string }>().ip;
}

const REAL = '198.51.100.7';
const FORGED = `1.2.3.4, ${REAL}`;

test.each([
  ['off', '127.0.0.1', FORGED, '127.0.0.1', 'nobody is believed'],
  ['on', '127.0.0.1', REAL, REAL, 'the proxy on loopback is believed'],
  ['on', '::1', FORGED, REAL, 'what the client forged before it is not'],
  ['on', '::ffff:127.0.0.1', FORGED, REAL, 'loopback may be written as a mapped address'],
  ['on', '127.0.0.1', '127.0.0.1', '127.0.0.1', 'a program of this machine is itself'],
  ['on', REAL, '1.2.3.4', REAL, 'whoever comes past the proxy is themselves'],
  ['172.20.0.3', '172.20.0.3', FORGED, REAL, 'a proxy in another container is believed by its address'],
  ['172.20.0.0/16, 2001:db8::/32', '127.0.0.1', `1.2.3.4, ${REAL}, 172.20.9.9`, REAL, 'a chain of proxies is'],
  ['172.20.0.3', '172.20.0.4', '1.2.3.4', '172.20.0.4', 'its neighbour is not'],
])('with %s, %s forwarding "%s" counts for %s: %s', async (setting, peer, forwarded, counted) => {
  expect(await countedAddress(setting, { peer, forwarded })).toBe(counted);
});

test.each(['', 'true', '1', 'proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0.1,', 'fe80::1%eth0'])(
  '"%s" is not a setting',
  (text) => {
    expect(trustedProxies(text)).toBeNull();
  },
);
