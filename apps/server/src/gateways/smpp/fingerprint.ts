import { createHash } from 'node:crypto';
import type { ShortMessage } from '@farline/smpp';

/** The same for what is equal octet for octet: who wrote to whom, how, and what, with all parameters. */
export function fingerprintOf({ source, destination, octets, tlvs, ...how }: ShortMessage): string {
  const addresses = [source, destination].map(({ ton, npi, text }) => [ton, npi, text]);
  const parameters = [...tlvs].map(([tag, value]) => [tag, Buffer.from(value).toString('base64')]);
  const rest = Object.entries(how).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([addresses, Buffer.from(octets).toString('base64'), parameters, rest]))
    .digest('base64url');
}
