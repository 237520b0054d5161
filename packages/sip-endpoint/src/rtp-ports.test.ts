import { Socket } from 'node:dgram';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RtpPorts } from './rtp-ports.ts';

const HERE = '127.0.0.1';
/** Where no carrier and no stack of tests has its own. */
const ONE_PAIR = { from: 32_390, to: 32_391 };

test('a port is given back when its neighbour cannot be had', async () => {
  const ports = new RtpPorts(ONE_PAIR);
  failTheSecondBind();
  await expect(ports.open(HERE)).rejects.toMatchObject({ code: 'EMFILE' });

  const { rtp, rtcp, port } = await ports.open(HERE);
  onTestFinished(() => [rtp, rtcp].forEach((socket) => void socket.close()));

  expect(port).toBe(ONE_PAIR.from);
});

function failTheSecondBind(): void {
  const real = Reflect.get(Socket.prototype, 'bind') as (this: Socket, ...given: unknown[]) => Socket;
  const bind = vi.spyOn(Socket.prototype, 'bind');
  bind.mockImplementationOnce(real);
  bind.mockImplementationOnce(function failing(this: Socket) {
    queueMicrotask(() => this.emit('error', Object.assign(new Error('too many open files'), { code: 'EMFILE' })));
    return this;
  });
  onTestFinished(() => bind.mockRestore());
}
