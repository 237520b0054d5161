import { isIP } from 'node:net';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { TrunkChange } from '../modules/routing/index.ts';
import { OperatorError } from './operator-error.ts';

/** What is to be changed about a trunk, from the words after its name. Refuses, with a sentence, what cannot be. */
export function readTrunkChange(words: string[], usage: string): TrunkChange {
  const [what, typed, ...more] = words;
  if (more.length > 0) throw new OperatorError(`One change at a time.\n\n${usage}`);
  switch (what) {
    case 'on':
    case 'off':
      if (typed !== undefined) throw new OperatorError(`${what} takes nothing more.`);
      return { enabled: what === 'on' };
    case 'priority':
      return { priority: readNumber({ what, typed, most: 1_000 }) };
    case 'weight':
      return { weight: readNumber({ what, typed, most: 1_000 }) };
    case 'capacity':
      return { capacity: typed === 'none' ? null : readNumber({ what, typed, most: 100_000 }) };
    case 'country':
      return { country: typed === 'none' ? null : readCountry(typed) };
    case 'register':
      return { registerSeconds: typed === 'none' ? null : readSeconds(typed) };
    case 'addresses':
      return { addresses: typed === 'none' ? [] : readAddresses(typed) };
    case 'callers':
      if (typed !== 'own' && typed !== 'any') {
        throw new OperatorError('Whose numbers may be shown to it? Say own, for ours alone, or any.');
      }
      return { showsCallers: typed === 'any' };
    case undefined:
    default:
      throw new OperatorError(
        `What of the trunk? Say priority, weight, capacity, country, addresses, callers, login, register, on or off.\n\n${usage}`,
      );
  }
}

/** The words after `login`: the user by which a carrier knows us, and the realm if only one is to be answered; null: none any more. */
export function readTrunkLogin(words: string[], usage: string): { user: string; realm: string | null } | null {
  const [user, realm = null, ...more] = words;
  if (user === undefined)
    throw new OperatorError(`Who are we to the carrier? Give the user's name, or none.\n\n${usage}`);
  if (more.length > 0)
    throw new OperatorError(`login takes a name and a realm; the password is asked for.\n\n${usage}`);
  if (user === 'none' && realm === null) return null;
  for (const word of [user, realm ?? 'any']) {
    if (!/^[^"\\\p{Cc}]{1,128}$/u.test(word)) throw new OperatorError(`"${word}" cannot be sent in a login.`);
  }
  return { user, realm };
}

function readCountry(typed = ''): string {
  const country = typed.toUpperCase();
  if (!isSupportedCountry(country))
    throw new OperatorError(`"${typed}" is no country: give its two letters, such as GB.`);
  return country;
}

const MOST_ADDRESSES = 50;
/** Whoever sends from a carrier's addresses speaks as the carrier: no carrier has more than such a network. */
const LARGEST_NETWORK_BITS = 8;

/** IP addresses, or networks in CIDR notation, with commas between them. */
function readAddresses(typed = ''): string[] {
  const addresses = typed.split(',');
  if (addresses.length > MOST_ADDRESSES) throw new OperatorError(`A trunk has ${MOST_ADDRESSES} addresses at most.`);
  for (const written of addresses) {
    const [address = '', bits, ...more] = written.split('/');
    const version = isIP(address);
    const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
    if (version === 0 || !isWhole || more.length > 0) {
      throw new OperatorError(
        `"${written}" is no address: give IP addresses or networks, such as 203.0.113.10,198.51.100.0/28.`,
      );
    }
    if (bits !== undefined && Number(bits) < LARGEST_NETWORK_BITS) {
      throw new OperatorError(
        `"${written}" is too large a network: whoever sends from it speaks as the carrier. Give /${LARGEST_NETWORK_BITS} or smaller.`,
      );
    }
  }
  return addresses;
}

function readSeconds(typed = ''): number {
  const seconds = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
  if (seconds >= 60 && seconds <= 86_400) return seconds;
  throw new OperatorError(`"${typed}" is no time to register for: give 60 to 86400 seconds, or none.`);
}

function readNumber({ what, typed, most }: { what: string; typed: string | undefined; most: number }): number {
  const number = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : 0;
  if (number < 1 || number > most) {
    throw new OperatorError(`"${typed ?? ''}" is no ${what}: give a whole number from 1 to ${most}.`);
  }
  return number;
}
