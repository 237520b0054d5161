import type { ContactName } from '@farline/contracts/contacts';
import { partOfNumber } from '@farline/contracts/part-of-number';
import type { ReadNumber } from '../format/phone-number.ts';

/** Somebody to write to; without a name: the number that was typed. */
export interface Recipient {
  name: string | null;
  number: string;
}

const MOST = 6;

/** Whom the typed text may mean: contacts whose names have all its words, or whose numbers have it in them; else the number itself. */
export function findRecipients(
  typed: string,
  { contacts, read }: { contacts: readonly ContactName[]; read: ReadNumber },
): Recipient[] {
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const part = partOfNumber(typed.trim());
  const isFound = ({ name, number }: ContactName): boolean =>
    (part !== null && part !== '' && number.includes(part)) || words.every((word) => folded(name).includes(word));
  const found = contacts
    .filter(isFound)
    .toSorted((one, other) => Number(other.isFavourite) - Number(one.isFavourite))
    .slice(0, MOST)
    .map(({ name, number }): Recipient => ({ name, number }));
  if (read.is !== 'number' || found.some(({ number }) => number === read.e164)) return found;
  return [{ name: null, number: read.e164 }, ...found];
}

/** Without case and accents, as people search. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
