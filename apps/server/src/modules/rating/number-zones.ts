import { readFileSync } from 'node:fs';
import { zonesOf } from '@farline/contracts';
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { buildPrefixTrie, type PrefixTrie } from './prefix-trie.ts';

const FILE = new URL('../../../data/number-zones.txt', import.meta.url);

/** Where a mobile has the code of an area; elsewhere it may be anywhere in its country. */
const MOBILES_WITH_AREA: ReadonlySet<CountryCode> = new Set<CountryCode>(['BR', 'MX']);

let prefixes: PrefixTrie<readonly string[]> | undefined;

/**
 * The time zones of the IANA database in which the owner of a number (E.164) may be: those of its area, or where the number does
 * not tell an area, all of its country, or of the countries that have such numbers. None where it is of no country.
 */
export function zonesOfNumber(number: string): readonly string[] {
  const read = parsePhoneNumberFromString(number);
  if (read === undefined) return [];
  return ofArea(read) ?? (read.country === undefined ? read.getPossibleCountries() : [read.country]).flatMap(zonesOf);
}

function ofArea(read: PhoneNumber): readonly string[] | null {
  const type = read.getType();
  const isMobileOfArea = type === 'MOBILE' && read.country !== undefined && MOBILES_WITH_AREA.has(read.country);
  if (type !== 'FIXED_LINE' && type !== 'FIXED_LINE_OR_MOBILE' && !isMobileOfArea) return null;
  prefixes ??= buildPrefixTrie(readZones(readFileSync(FILE, 'utf8')));
  return prefixes.longestMatch(read.number, 1);
}

/** Reads data/number-zones.txt: a line has zones with commas between them, then their prefixes. */
function* readZones(text: string): Generator<readonly [prefix: string, zones: readonly string[]]> {
  for (const line of text.trim().split('\n')) {
    const [zones = '', ...ofThem] = line.split(' ');
    for (const prefix of ofThem) yield [prefix, zones.split(',')];
  }
}
