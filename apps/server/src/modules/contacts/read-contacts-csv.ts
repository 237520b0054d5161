import { type CsvRecord, readCsv } from '../../platform/csv.ts';
import { type DraftContact, labelOf, type LineProblem, type ReadFile } from './draft-contact.ts';
import { foldName } from './fold-name.ts';

/** Google puts several numbers of one label into one cell. */
const BETWEEN_NUMBERS = /\s*:::\s*/;

/**
 * Reads contacts from a CSV file as Google, Outlook and we ourselves write it, or any with columns for names and numbers;
 * without a line of headings, the cells that are numbers are numbers and the first other one is the name.
 */
export function readContactsCsv(text: string): ReadFile {
  const { records, brokenAt } = readCsv(text);
  const problems: LineProblem[] =
    brokenAt === null ? [] : [{ line: brokenAt, message: 'A quotation mark on this line is never closed.' }];
  const [first, ...rest] = records;
  if (first === undefined) return { drafts: [], problems };
  const columns = columnsOf(first.cells);
  const drafts = columns === null ? records.map(draftWithoutHeadings) : rest.map((record) => draftOf(record, columns));
  return { drafts, problems };
}

type Columns = {
  name: number | null;
  /** In the order in which they are said. */
  nameParts: number[];
  note: number | null;
  favourite: number | null;
  numbers: { at: number; label: { at: number } | { is: string } }[];
};

const NAME = /^(name|full name|display name|contact|contact name|nombre completo|nom complet)$/;
const NAME_PARTS = [
  /^(title|name prefix|prefix)$/,
  /^(first name|given name|first|nombre|prenom|vorname|nome)$/,
  /^(middle name|additional name)$/,
  /^(last name|family name|surname|last|apellido|apellidos|nom|nachname|sobrenome)$/,
  /^(suffix|name suffix)$/,
];
const NOTE = /^(note|notes|notas|notizen|remarks|comment|comments)$/;
const FAVOURITE = /^(favou?rite|starred)$/;
const NUMBER =
  /phone|mobile|\bcell|\btel\b|telephone|telefon|numero|number|handy|movil|celular|portable|\bfax\b|pager|numer/;
/** What a heading about numbers says when its cells are no numbers. */
const ABOUT_NUMBERS = /label|type|extension|country|code|yomi/;

/** Which column is what, by the headings; null when the first line is no line of headings. */
function columnsOf(cells: string[]): Columns | null {
  const headings = cells.map((cell) => foldName(cell).replaceAll('_', ' '));
  const at = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(heading));
  const found = (index: number) => (index === -1 ? null : index);
  const numbers = headings.flatMap((heading, index) =>
    NUMBER.test(heading) && !ABOUT_NUMBERS.test(heading) ? [{ at: index, label: labelFor(headings, index) }] : [],
  );
  if (numbers.length === 0 || cells.some(looksLikeNumber)) return null;
  return {
    name: found(at(NAME)),
    nameParts: NAME_PARTS.map(at).filter((index) => index !== -1),
    note: found(at(NOTE)),
    favourite: found(at(FAVOURITE)),
    numbers,
  };
}

/** `Phone 1 - Value` has its label in `Phone 1 - Type`, `number 2` in `label 2`, `Business Phone` in itself. */
function labelFor(headings: string[], at: number): { at: number } | { is: string } {
  const heading = headings[at] ?? '';
  const stem = heading.replace(/\s*-?\s*(value|number)\b\s*/, '').trim();
  const beside = headings.findIndex((other, index) => {
    if (index === at || !/label|type/.test(other)) return false;
    return other.replace(/\s*-?\s*(label|type)\b\s*/, '').trim() === stem;
  });
  if (beside !== -1) return { at: beside };
  const word =
    /mobile|cell|handy|movil|celular|portable|home|work|business|company|office|main|primary|fax|pager|other/.exec(
      heading,
    );
  return { is: labelOf((word?.[0] ?? 'mobile').replace(/^(movil|celular|portable)$/, 'mobile')) };
}

function draftOf({ line, cells }: CsvRecord, columns: Columns): DraftContact {
  const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? '').trim());
  const numbers = columns.numbers.flatMap(({ at, label }) =>
    cell(at)
      .split(BETWEEN_NUMBERS)
      .filter((typed) => typed !== '')
      .map((typed) => ({ line, typed, label: 'at' in label ? labelOf(cell(label.at)) : label.is })),
  );
  const name = cell(columns.name) || columns.nameParts.map(cell).filter(Boolean).join(' ');
  return {
    line,
    name: name || (numbers[0]?.typed ?? ''),
    numbers,
    note: cell(columns.note),
    isFavourite: /^(yes|true|1|x|y|si|oui)$/.test(foldName(cell(columns.favourite))),
  };
}

function draftWithoutHeadings({ line, cells }: CsvRecord): DraftContact {
  const typed = cells.map((cell) => cell.trim()).filter(looksLikeNumber);
  const name = cells.find((cell) => cell.trim() !== '' && !looksLikeNumber(cell)) ?? typed[0] ?? '';
  const numbers = typed.map((each) => ({ line, typed: each, label: 'mobile' }));
  return { line, name: name.trim(), numbers, note: '', isFavourite: false };
}

function looksLikeNumber(cell: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(cell.trim()) && cell.replace(/\D/g, '').length >= 5;
}
