import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What is no address of the internet at large (RFC 6890, RFC 6598, RFC 5771). */
const NOT_PUBLIC: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Within 2000::/3, outside of which nothing is: what carries an IPv4 address (Teredo, 6to4), and examples. */
const NOT_PUBLIC_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, bits] of NOT_PUBLIC) closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of NOT_PUBLIC_6) closed.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the internet at large: not of this machine, of a network of its own, or of no network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Who knows the addresses of a name, of either kind. */
type Resolving = Pick<Resolver, 'resolve4' | 'resolve6'>;

/** Not the operating system's look-ups: those wait in a line that all connections of this process share, and cannot be given up. */
const dns = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Resolves names for a connection, and fails with EPRIVATE where one of their addresses is not public: what is connected to is what was
 * looked at, so that a name cannot lead elsewhere in between.
 */
export const lookupPublic =
  (resolver: Resolving = dns): LookupFunction =>
  (hostname, options, done) =>
    void answer(resolver, hostname, { isAll: options.all === true, done });

async function answer(
  resolver: Resolving,
  hostname: string,
  { isAll, done }: { isAll: boolean; done: Parameters<LookupFunction>[2] },
): Promise<void> {
  const fail = (code: string, words: string) => done(Object.assign(new Error(words), { code }), '', 0);
  const addresses = await addressesOf(resolver, hostname);
  const [first] = addresses;
  if (first === undefined) return fail('ENOTFOUND', 'the name has no address');
  if (!addresses.every(({ address }) => isPublicAddress(address))) return fail('EPRIVATE', 'the address is not public');
  if (isAll) return done(null, addresses);
  done(null, first.address, first.family);
}

async function addressesOf(resolver: Resolving, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (asked: PromiseSettledResult<string[]>, family: number) =>
    asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
