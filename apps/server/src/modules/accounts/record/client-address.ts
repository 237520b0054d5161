import type { RateLimitWindow } from '../../../platform/rate-limits/rate-limits.ts';
import { isIPv6 } from 'node:net';

/**
 * What a limit counts as one network: an IPv4 address, or the /64 of an IPv6 address, which one household or host has
 * whole. An IPv4-mapped address (RFC 4291 §2.5.5.2) is its IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  return `${groups(address).slice(0, 4).join(':')}::/64`;
}

/** The /48 of an IPv6 address, of which one site may have 65,536 networks (RFC 6177 §2); null for an IPv4 one, mapped or not. */
export function siteOf(address: string): string | null {
  const network = networkOf(address);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** A site has as many tries as ten networks, however many networks it has. A mobile operator may have several thousand people in one. */
const NETWORKS_OF_SITE = 10;

/** The bound of an address's network, and that of its site where it has one. */
export function boundsAt(
  address: string,
  { name, most, windowSeconds }: { name: string; most: number; windowSeconds: number },
): { ofNetwork: RateLimitWindow; ofSite: RateLimitWindow[] } {
  const site = siteOf(address);
  return {
    ofNetwork: { key: `${name}:${networkOf(address)}`, most, windowSeconds },
    ofSite: site === null ? [] : [{ key: `${name}:${site}`, most: most * NETWORKS_OF_SITE, windowSeconds }],
  };
}

/** Where an address is, roughly: the /16 of an IPv4 one, the /32 of an IPv6 one. Somebody's own address changes within it. */
export function surroundingsOf(address: string): string {
  const network = networkOf(address);
  const parts = network.endsWith('::/64') ? network.split(':') : network.split('.');
  return parts.slice(0, 2).join(' ');
}

function groups(address: string): string[] {
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
