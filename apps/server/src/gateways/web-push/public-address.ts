import { type LookupAddress, lookup as resolve } from 'node:dns';
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

/**
 * Resolves names for a connection, and fails with EPRIVATE where one of their addresses is not public: what is connected to is what was
 * looked at, so that a name cannot lead elsewhere in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(Object.assign(new Error('the address is not public'), { code: 'EPRIVATE' }), '', 0);
    }
    if (options.all === true) return done(null, addresses);
    done(null, first.address, first.family);
  });
};
