import type { ContactName } from '@farline/contracts/contacts/contacts';
import { partOfNumber } from '@farline/contracts/part-of-number';
import { plain } from '../format/plain.ts';
import type { ReadNumber } from '../format/phone-number.ts';

/** Somebody to write to; without a name: the number that was typed. */
export interface Recipient {
  name: string | null;
  number: string;
}

const MOST = 6;

interface Known {
  contacts: readonly ContactName[];
  read: ReadNumber;
  /** Numbers that there were calls with, the latest first: who is among them comes first, contact or not. */
  latest?: readonly string[];
}

/** Whom the typed text may mean: contacts whose names and tags have all its words, or whose numbers have it in them; else the number itself. */
export function findRecipients(typed: string, { contacts, read, latest = [] }: Known): Recipient[] {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const part = partOfNumber(typed.trim());
  const isFound = (one: Known['contacts'][number] | Nameless): boolean =>
    (part !== null && part !== '' && one.number.includes(part)) ||
    (read.is === 'number' && one.number === read.e164) ||
    (words.length === 0 ? typed.trim() === '' : isNamed(words, one));
  const named = numbersOf(contacts);
  const places = new Map(latest.map((number, place) => [number, place]));
  const placeOf = ({ number }: Recipient): number => places.get(number) ?? latest.length;
  const others = latest.flatMap((number) =>
    named.has(number) ? [] : [{ name: null, number, isFavourite: false } as const],
  );
  const found = [...contacts, ...others]
    .filter(isFound)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || Number(other.isFavourite) - Number(one.isFavourite))
    .slice(0, MOST)
    .map(({ name, number }): Recipient => ({ name, number }));
  if (read.is !== 'number' || found.some(({ number }) => number === read.e164)) return found;
  return [{ name: null, number: read.e164 }, ...found];
}

type Nameless = { name: null; number: string; isFavourite: false };

/** Whether a contact's name and tags have all the words; who is no contact has none of them. */
function isNamed(words: readonly string[], one: ContactName | Nameless): boolean {
  const known = one.name === null ? '' : plainNameOf(one);
  return words.every((word) => known.includes(word));
}

// Ten thousand names are made plain once for each answer of the server, and not at every key. What is in an answer stays as it is.
const plainNames = new WeakMap<ContactName, string>();
const numbers = new WeakMap<readonly ContactName[], ReadonlySet<string>>();

function plainNameOf(contact: ContactName): string {
  const known = plainNames.get(contact) ?? plain([contact.name, ...contact.tags].join(' '));
  plainNames.set(contact, known);
  return known;
}

function numbersOf(contacts: readonly ContactName[]): ReadonlySet<string> {
  const known = numbers.get(contacts) ?? new Set(contacts.map(({ number }) => number));
  numbers.set(contacts, known);
  return known;
}
