/** A contact as a file has it: numbers as they are written there. Lines count from 1. */
export type DraftContact = {
  line: number;
  name: string;
  numbers: { line: number; typed: string; label: string }[];
  note: string;
  isFavourite: boolean;
};

/** Something of a file that could not be read. */
export type LineProblem = { line: number; message: string };

export type ReadFile = { drafts: DraftContact[]; problems: LineProblem[] };

/** Our word for how others call a kind of number; what has none stays as it is written. */
export function labelOf(written: string): string {
  const label = written
    .trim()
    .replace(/^_\$!<(.*)>!\$_$/, '$1')
    .replace(/^\*\s*/, '');
  const known = label.toLowerCase();
  if (known === '') return 'mobile';
  if (/^(cell|cellular|mobile|handy|iphone)$/.test(known)) return 'mobile';
  if (/^(work|business|company|office)$/.test(known)) return 'work';
  if (/^(home|private)$/.test(known)) return 'home';
  if (/^(main|primary)$/.test(known)) return 'main';
  return known === 'other' ? 'other' : label;
}
