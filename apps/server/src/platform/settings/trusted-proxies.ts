import { isIP } from 'node:net';

/** Fastify's word for 127.0.0.0/8 and ::1. */
const LOOPBACK = 'loopback';

/**
 * Whose `X-Forwarded-For` is believed: `off` nobody's, `on` that of a proxy on loopback, a list of addresses and networks
 * (CIDR) theirs too. What stands left of the last address that a believed proxy appended was sent by the client, and is
 * never believed. Null for anything else.
 */
export function trustedProxies(text: string): false | string[] | null {
  if (text === 'off') return false;
  if (text === 'on') return [LOOPBACK];
  const named = text.split(',').map((item) => item.trim());
  return named.every(isNetwork) ? [LOOPBACK, ...named] : null;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more !== undefined) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
