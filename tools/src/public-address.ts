import { networkInterfaces } from 'node:os';
import { isIPv4 } from 'node:net';
import { hasIpv6Loopback } from './ports.ts';
import { PlainError } from './plain-error.ts';

const HERE = '127.0.0.1';

export type Addresses = {
  /** What the world is told: Kamailio's advertised address, rtpengine's second interface, ICE, links. */
  public: string;
  /** The address of this machine at which that arrives (the same, unless a router translates). */
  local: string;
  /** Where pages and browsers' lines listen. */
  listen: string[];
  /**
   * Another address, at this moment, of a machine that is reached from itself alone, for browsers' sound: Firefox takes none from
   * loopback. Null where there is none, or none is needed.
   */
  besideLoopback(): string | null;
  /** Where carriers reach us, and the address they are told: loopback, unless the public address is a real one. */
  carrierSide: { local: string; public: string };
};

/**
 * Everything that follows from the one setting FARLINE_PUBLIC_ADDRESS. Behind a proxy (an https public URL) pages and
 * browsers' lines stay on loopback, where the proxy finds them.
 */
export async function addressesFor(
  publicAddress: string,
  options: { isBehindProxy?: boolean } = {},
): Promise<Addresses> {
  if (!isIPv4(publicAddress)) {
    throw new PlainError(
      `FARLINE_PUBLIC_ADDRESS is "${publicAddress}": it must be an IPv4 address, such as 203.0.113.7.`,
    );
  }
  const loopback = (await hasIpv6Loopback()) ? [HERE, '::1'] : [HERE];
  if (publicAddress === HERE)
    return {
      public: HERE,
      local: HERE,
      listen: loopback,
      carrierSide: { local: HERE, public: HERE },
      besideLoopback: () => ownAddresses()[0] ?? null,
    };
  const local = isOwn(publicAddress) ? publicAddress : firstOwnAddress();
  const isReal = !publicAddress.startsWith('127.');
  return {
    public: publicAddress,
    local,
    besideLoopback: () => null,
    listen: options.isBehindProxy === true ? loopback : [...loopback, local],
    carrierSide: isReal ? { local, public: publicAddress } : { local: HERE, public: HERE },
  };
}

function isOwn(address: string): boolean {
  return address.startsWith('127.') || ownAddresses().includes(address);
}

function firstOwnAddress(): string {
  const [first] = ownAddresses();
  if (first === undefined) throw new PlainError('This machine has no network address at which calls could arrive.');
  return first;
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => address.family === 'IPv4' && !address.internal)
    .map((address) => address.address);
}
