import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** An address of UDP, in IPv4. */
export type Address = { host: string; port: number };

/** Where tricks would lead the engine, by what opens a call and by what is said within it: nothing is ever to come there. */
export type Traps = {
  opening: Address;
  within: Address;
  /** The first line of whatever came. */
  caught(): string[];
  close(): void;
};

/** Opens the traps, on addresses that nobody else has to do with. */
export async function openTraps(): Promise<Traps> {
  const caught: string[] = [];
  const open = async (host: string) => {
    const socket = createSocket('udp4', (bytes) => void caught.push(`${host}: ${bytes.toString().split('\r\n')[0]}`));
    socket.bind(0, host);
    await once(socket, 'listening');
    return { socket, host, port: socket.address().port };
  };
  const [opening, within] = await Promise.all([open('127.0.9.9'), open('127.0.9.10')]);
  return {
    opening,
    within,
    caught: () => caught,
    close() {
      opening.socket.close();
      within.socket.close();
    },
  };
}
