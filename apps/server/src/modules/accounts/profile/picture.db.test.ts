import { PICTURE_LIMITS } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { anAddress, authServer } from '../../../testing/accounts/auth-server.ts';

const { database } = await testDatabase();
const server = await authServer(database);

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)]);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100, 2)]);
const WEBP = Buffer.concat([Buffer.from('RIFF\x40\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(100, 3)]);

async function send(token: string, bytes: Buffer, as: { field?: string; type?: string; name?: string } = {}) {
  const form = new FormData();
  form.set(
    as.field ?? 'file',
    new Blob([Uint8Array.from(bytes)], { type: as.type ?? 'image/png' }),
    as.name ?? 'me.png',
  );
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/profile/picture',
    remoteAddress: anAddress(),
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const show = async (token: string) => await server.call('GET', '/auth/profile/picture', { token });
const pictureUrl = (reply: { json: () => unknown }) =>
  (reply.json() as { user: { pictureUrl: string | null } }).user.pictureUrl;

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/webp', WEBP],
])('a picture of type %s is shown again as it was sent, by its bytes and not by its name', async (type, bytes) => {
  const { token } = await server.aCustomer();

  const sent = await send(token, bytes, { type: 'text/html', name: '../../evil.html' });

  expect(sent.statusCode).toBe(200);
  const shown = await show(token);
  expect(shown.rawPayload.equals(bytes)).toBe(true);
  expect(shown.headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(shown.headers['content-disposition']).not.toContain('evil');
});

test('the address of a picture changes with it, and is gone with it', async () => {
  const { token } = await server.aCustomer();
  const first = pictureUrl(await send(token, PNG));
  server.clock.pass(1_000);
  const second = pictureUrl(await send(token, JPEG));
  expect(first).not.toBe(second);

  const deleted = await server.call('DELETE', '/auth/profile/picture', { token });

  expect(pictureUrl(deleted)).toBeNull();
  expect((await show(token)).statusCode).toBe(404);
});

test.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a......')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused as a picture', async (_what, bytes) => {
  const { token } = await server.aCustomer();

  const refused = await send(token, bytes);

  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ errors: { file: expect.any(String) } });
  expect((await show(token)).statusCode).toBe(404);
});

test('a picture above 2 MB is refused with 413, one of exactly 2 MB is taken', async () => {
  const { token } = await server.aCustomer();
  const atMost = Buffer.concat([PNG, Buffer.alloc(PICTURE_LIMITS.bytes - PNG.length)]);

  expect((await send(token, Buffer.concat([atMost, Buffer.alloc(1)]))).statusCode).toBe(413);
  expect((await send(token, atMost)).statusCode).toBe(200);
});

test('a file in another field is no picture, and nobody sends one without signing in', async () => {
  const { token } = await server.aCustomer();
  expect((await send(token, PNG, { field: 'avatar' })).statusCode).toBe(400);
  expect((await send('nobody', PNG)).statusCode).toBe(401);
});

test("everybody sees their own picture and nobody else's", async () => {
  const [one, two] = [await server.aCustomer(), await server.aCustomer()];
  await send(one.token, PNG);
  await send(two.token, JPEG);

  expect((await show(one.token)).rawPayload.equals(PNG)).toBe(true);
  expect((await show(two.token)).rawPayload.equals(JPEG)).toBe(true);
});
