import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectCaller } from '../../../voice/testbed/websocket-caller.ts';

/** More than Kamailio has room for (tcp_max_connections). */
const MORE_THAN_ALL = 8_400;
const STRANGER = '127.0.0.77';
const AT_ONCE = 200;

let stack: Stack;
const held: Socket[] = [];

beforeAll(async () => {
  stack = await ownTestStack({ without: ['carrier', 'pages'] });
}, 60_000);
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await stack?.stop();
});

test('an address that takes all of Kamailio’s connections keeps its share, and browsers and the server get through', async () => {
  for (let opened = 0; opened < MORE_THAN_ALL; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => await hold()));
  }

  // Kamailio has room for 8,192, of which one address keeps a sixteenth.
  await expect.poll(() => held.filter((socket) => !socket.closed).length, { timeout: 60_000 }).toBeLessThanOrEqual(512);
  const caller = await connectCaller({
    websocketUrl: stack.websocketUrl,
    origin: new URL(stack.url).origin,
    sipSecret: stack.sip.secret,
  });
  caller.close();
  const reply = await fetch(`http://127.0.0.1:${stack.ports.kamailioRpc}/rpc`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', method: 'core.uptime', id: 1 }),
  });
  expect(reply.status).toBe(200);
});

/** A connection of the stranger's that says nothing. One that is refused is as good as closed. */
async function hold(): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: stack.ports.phones, localAddress: STRANGER });
  socket.on('error', () => {});
  socket.resume();
  held.push(socket);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
}
