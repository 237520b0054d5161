import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the server of a test's own, at an address of its own, that can go and come back. */
export interface OwnLine {
  url: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Opens a line to the server at this address; it ends with the test's process. */
export async function openOwnLine(to: string): Promise<OwnLine> {
  const target = new URL(to);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => near.destroy());
      socket.on('close', () => open.delete(socket));
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).unref();
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async cut() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
    restore: async () => await listen(port),
  };
}
