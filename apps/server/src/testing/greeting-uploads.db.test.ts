import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { greetingOwner, TONE } from './greeting-owner.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const PATH = '/greetings/recordings?name=Slow';
const anOwner = async () => await greetingOwner(app);
type Owner = Awaited<ReturnType<typeof anOwner>>;

/** Begins to send a file, of which no more comes. Done once the server reads it. */
async function standStill(owner: Owner) {
  const sent = request(`${app.origin}/api/v1${PATH}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': TONE.length,
    },
  });
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nRIFF');
  // A request without a file is answered at once, and so never in the way of the one that is to be read.
  await expect
    .poll(async () => (await owner.ask('POST', PATH)).body, { interval: 250 })
    .toMatchObject({ code: 'greeting_under_way' });
  return sent;
}

test('files that stand still keep nobody else’s from being saved', async () => {
  const slow = await Promise.all([1, 2, 3, 4, 5].map(anOwner));
  await Promise.all(slow.map(standStill));

  expect((await (await anOwner()).send(TONE)).status).toBe(201);
});

test('an account sends one greeting at a time: a second one is told so, until the first is given up', async () => {
  const owner = await anOwner();
  const first = await standStill(owner);
  expect(await owner.send(TONE)).toMatchObject({ status: 409, body: { code: 'greeting_under_way' } });

  first.destroy();

  await expect.poll(async () => (await owner.send(TONE)).status, { interval: 250 }).toBe(201);
});
