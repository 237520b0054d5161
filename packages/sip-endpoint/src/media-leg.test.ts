import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { MediaLeg } from './media-leg.ts';
import { Pacer } from './pacer.ts';
import { writeRtp } from './rtp-packet.ts';
import { RtpPorts } from './rtp-ports.ts';

const HERE = '127.0.0.1';
const PORTS = { from: 31_400, to: 31_499 };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function aLeg(pacer = new Pacer()): Promise<{ leg: MediaLeg; port: number }> {
  const leg = new MediaLeg({ host: HERE, ports: new RtpPorts(PORTS), pacer });
  closing.push(() => leg.close());
  return { leg, port: await leg.open() };
}

/** A far side's socket: it speaks to the leg, and counts what comes back. */
async function aPeer(to: number) {
  const socket: Socket = createSocket('udp4');
  closing.push(() => socket.close());
  socket.bind(0, HERE);
  await once(socket, 'listening');
  let heard = 0;
  socket.on('message', () => {
    heard += 1;
  });
  const { port } = socket.address();
  return {
    heard: () => heard,
    speak: () => {
      const payload = new Uint8Array(160);
      socket.send(
        writeRtp({ payloadType: 0, marker: false, sequence: 1, timestamp: 160, ssrc: port, payload }),
        to,
        HERE,
      );
    },
    description: {
      address: HERE,
      port,
      rtcpPort: port + 1,
      encodings: ['PCMU' as const],
      eventPayloadType: null,
      direction: 'sendrecv' as const,
    },
  };
}

test('what is still on its way from where the far side was does not lead the sound back there', async () => {
  const { leg, port } = await aLeg();
  const [before, after] = [await aPeer(port), await aPeer(port)];
  leg.echo();
  leg.negotiate(before.description);
  before.speak();
  await expect.poll(before.heard).toBe(1);

  leg.negotiate(after.description);
  before.speak();
  after.speak();

  await expect.poll(after.heard).toBe(1);
  expect(before.heard()).toBe(1);
});

test('a far side behind a router goes on being heard when it says the same again', async () => {
  const { leg, port } = await aLeg();
  const peer = await aPeer(port);
  const behindRouter = { ...peer.description, address: '192.0.2.1', port: 4000 };
  leg.echo();
  leg.negotiate(behindRouter);
  peer.speak();
  await expect.poll(peer.heard).toBe(1);

  leg.negotiate(behindRouter);
  peer.speak();

  await expect.poll(peer.heard).toBe(2);
});

test.each(['sendonly', 'inactive'] as const)(
  'a far side that is %s is sent neither sound nor keys, and hears all of the sound once it listens again',
  async (direction) => {
    const pacer = new Pacer();
    const [{ leg, port }, { leg: other }] = await Promise.all([aLeg(pacer), aLeg(pacer)]);
    const { description } = await aPeer(port);
    leg.negotiate({ ...description, eventPayloadType: 101, direction });
    other.negotiate({ ...description, port: 9 });

    await leg.sendDigits('5');
    const playing = leg.play(new Int16Array(480));
    // In the same slots.
    await other.play(new Int16Array(1600));
    expect(leg.counts.sent).toBe(0);
    leg.negotiate({ ...description, eventPayloadType: 101, direction: 'sendrecv' });

    expect(await playing).toBe('finished');
    expect(leg.counts.sent).toBe(3);
  },
);

test.each([
  ['a port that there is none of', { port: 65_536 }],
  ['an address that nobody can look up', { address: '192.0.2.1\0' }],
])('sound to %s is lost, and the leg plays on', async (_, where) => {
  const { leg, port } = await aLeg();
  const { description } = await aPeer(port);

  leg.negotiate({ ...description, ...where });

  expect(await leg.play(new Int16Array(480))).toBe('finished');
  expect(leg.counts.sent).toBe(3);
});

test.each([0, 65_536, 70_000])('a report to port %i is lost, and ends nothing', async (rtcpPort) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { leg, port } = await aLeg();
  const { description } = await aPeer(port);

  leg.negotiate({ ...description, rtcpPort });

  expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
});
