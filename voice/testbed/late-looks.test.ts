import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { notYetThereAt } from './late-looks.ts';

const HELD_UP_MS = 300;

async function openSocket() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, say: () => socket.send('a word', socket.address().port, '127.0.0.1') };
}

test('what came while this process did not look may have come from the beginning of that on, and did not come before', async () => {
  const { socket, say } = await openSocket();
  const heldUpFrom = Date.now();
  const heard = once(socket, 'message').then(() => notYetThereAt());
  say();
  while (Date.now() < heldUpFrom + HELD_UP_MS);
  expect(await heard).toBeLessThanOrEqual(heldUpFrom);
  socket.close();
});

test('what came long ago is not taken for the beginning of a later wait', async () => {
  const { socket, say } = await openSocket();
  const before = Date.now();
  await expect.poll(notYetThereAt).toBeGreaterThan(before);
  const heard = once(socket, 'message').then(() => notYetThereAt());
  say();
  expect(await heard).toBeGreaterThan(before);
  socket.close();
});
