import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createSipEndpoint } from '@farline/sip-endpoint';
import { expect, test } from 'vitest';
import { PlacedCalls } from './placed-calls.ts';

/** A socket on an even port, and so the first of a pair for sound. */
async function evenSocket(): Promise<Socket> {
  for (;;) {
    const socket = createSocket('udp4').bind({ address: '127.0.0.1', port: 0, exclusive: true });
    await once(socket, 'listening');
    if (socket.address().port % 2 === 0) return socket;
    socket.close();
  }
}

test('a call without a free port for its sound is over, told of, and takes nothing with it', async () => {
  const taken = await evenSocket();
  const { port } = taken.address();
  const trunk = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts: { from: port, to: port + 1 } });
  const logged: string[] = [];
  const placed = new PlacedCalls({
    trunks: new Map([['sandbox-a', trunk]]),
    callsTo: { host: '127.0.0.1', port: 9 },
    log: (sentence) => void logged.push(sentence),
  });

  const call = placed.place({ to: '+14155550100', from: '+447700900555', trunk: 'sandbox-a' });

  const ending = () => placed.find(call?.callId ?? '')?.ending;
  await expect.poll(ending, { timeout: 10_000 }).toBe('failed');
  await expect.poll(() => logged.join(), { timeout: 10_000 }).toContain('RTP ports are in use');
  await trunk.close();
  taken.close();
});
