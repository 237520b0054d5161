import { expect, inject, test } from 'vitest';

/** What a new connection carries before the browser has answered: ten packets (RFC 6928), less the head of the answer. */
const FIRST_FLIGHT_BYTES = 14_600 - 1_200;

test.each(['/', '/pricing', '/login'])('the first view of %s comes in the first packets', async (path) => {
  const { url } = inject('stack');
  const reply = await fetch(url + path, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  await reply.arrayBuffer();
  expect(Number(reply.headers.get('content-length') ?? Number.NaN)).toBeLessThan(FIRST_FLIGHT_BYTES);
});
