import { CONTACT_LIMITS, eachTagOnce, type ImportProblem, TAG_COMMAS, TAG_LIMITS } from '@farline/contracts';

/** What is read of one file, and of one contact: more could not be kept anyway. */
export const MOST_DRAFTS = 2 * CONTACT_LIMITS.contacts;
export const MOST_NUMBERS = 5 * CONTACT_LIMITS.numbersEach;

/** A contact as a file has it: numbers as they are written there. Lines count from 1. */
export type DraftContact = {
  line: number;
  name: string;
  numbers: { line: number; typed: string; label: string }[];
  note: string;
  tags: string[];
  isFavourite: boolean;
};

export type ReadFile = { drafts: DraftContact[]; problems: ImportProblem[] };

const NOT_IN_TAGS = new RegExp(`[${TAG_COMMAS}\\p{Cc}]+`, 'gu');

/**
 * The tags that a file gives a contact: as many and as long as there may be, and none that its program made for itself, as Google's
 * `* myContacts` and the stars, which say who is a favourite.
 */
export function tagsOf(written: readonly string[]): string[] {
  const own = written.filter((tag) => !/^\s*\*|^\s*(mycontacts|starred|favou?rites?)\s*$/i.test(tag));
  return eachTagOnce(own.map((tag) => tag.replaceAll(NOT_IN_TAGS, ' ')))
    .filter((tag) => tag.length <= TAG_LIMITS.length)
    .slice(0, TAG_LIMITS.each);
}

/** Our word for how others call a kind of number; what has none stays as it is written. */
export function labelOf(written: string): string {
  const label = written
    .trim()
    .replace(/^_\$!<(.*)>!\$_$/, '$1')
    .replace(/^\*\s*/, '');
  const known = label.toLowerCase();
  if (known === '') return 'other';
  if (/^(cell|cellular|mobile|handy|iphone)$/.test(known)) return 'mobile';
  if (/^(work|business|company|office)$/.test(known)) return 'work';
  if (/^(home|private)$/.test(known)) return 'home';
  if (/^(main|primary)$/.test(known)) return 'main';
  return known === 'other' ? 'other' : label;
}
