import {
  areMostlyInternational,
  type ImportProblem,
  looksLikeNumber,
  numberHeading,
  TAG_COMMAS,
} from '@farline/contracts';
import { type CsvRecord, readCsv } from '../../platform/csv.ts';
import { type DraftContact, labelOf, MOST_DRAFTS, MOST_NUMBERS, type ReadFile, tagsOf } from './draft-contact.ts';
import { foldName } from './fold-name.ts';
import { lineProblem } from './line-problem.ts';

/** Google puts several numbers of one label into one cell, and all labels of a contact. */
const BETWEEN_NUMBERS = ':::';
/** Programs write less than a hundred, as a rule. */
const MOST_COLUMNS = 200;
/** Enough for any label that we know, in whatever it is wrapped. */
const LONGEST_LABEL_READ = 100;

/**
 * Reads contacts from a CSV file as Google, Outlook and we ourselves write it, or any with columns for names and numbers;
 * without a line of headings, the cells that are numbers are numbers and the first other one is the name.
 */
export function readContactsCsv(text: string): ReadFile {
  const { records, brokenAt } = readCsv(text, { records: MOST_DRAFTS + 2, cells: MOST_COLUMNS + 1 });
  const problems: ImportProblem[] = brokenAt === null ? [] : [lineProblem(brokenAt, 'quote_unfinished')];
  const wide = records.find(({ cells }) => cells.length > MOST_COLUMNS);
  if (wide !== undefined) problems.push(lineProblem(wide.line, 'too_many_columns', MOST_COLUMNS));
  const rows = records.map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, MOST_COLUMNS).map((cell) => cell.trim()),
  }));
  const columns = columnsOf(rows);
  if (columns !== null) rows.shift();
  const rest = rows[MOST_DRAFTS];
  if (rest !== undefined) problems.push(lineProblem(rest.line, 'too_many_contacts_read', MOST_DRAFTS));
  const drafts = rows.slice(0, MOST_DRAFTS).map((row) => {
    const draft = columns === null ? draftWithoutHeadings(row) : draftOf(row, columns);
    if (draft.numbers.length <= MOST_NUMBERS) return draft;
    problems.push(lineProblem(row.line, 'too_many_numbers_read', MOST_NUMBERS));
    return { ...draft, numbers: draft.numbers.slice(0, MOST_NUMBERS) };
  });
  return { drafts, problems };
}

type Columns = {
  name: number | null;
  /** In the order in which they are said. */
  nameParts: number[];
  note: number | null;
  tags: number | null;
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
const BETWEEN_TAGS = new RegExp(`:::|[;${TAG_COMMAS}]`);
const TAGS = /^(tags?|labels|categories|group membership|etiquetas|etiquettes|marcadores|kategorien)$/;
const FAVOURITE = /^(favou?rite|starred)$/;

/** So many rows show whether a column has telephones of which its heading does not tell. */
const ROWS_LOOKED_AT = 100;

/** Which column is what, by the headings; null when the first line is no line of headings. */
function columnsOf([first, ...rest]: readonly CsvRecord[]): Columns | null {
  const cells = first?.cells ?? [];
  const headings = cells.map((cell) => foldName(cell).replaceAll('_', ' '));
  const at = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(heading));
  const found = (index: number) => (index === -1 ? null : index);
  const labels = labelColumns(headings);
  const looked = rest.slice(0, ROWS_LOOKED_AT);
  const numbers = headings.flatMap((heading, index) =>
    hasTelephones(heading, () => looked.map((row) => row.cells[index] ?? ''))
      ? [{ at: index, label: labelFor(heading, labels) }]
      : [],
  );
  if (numbers.length === 0 || cells.some(looksLikeNumber)) return null;
  return {
    name: found(at(NAME)),
    nameParts: NAME_PARTS.map(at).filter((index) => index !== -1),
    note: found(at(NOTE)),
    tags: found(at(TAGS)),
    favourite: found(at(FAVOURITE)),
    numbers,
  };
}

function hasTelephones(heading: string, cellsBelow: () => string[]): boolean {
  const kind = numberHeading(heading);
  return kind === 'other' ? areMostlyInternational(cellsBelow()) : kind !== null;
}

/** The columns with labels, each by what its heading says beside that: `phone 1` for `phone 1 - type`. */
function labelColumns(headings: string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, heading] of headings.entries()) {
    if (!/label|type/.test(heading)) continue;
    const stem = heading.replace(/\s*-?\s*(label|type)\b\s*/, '').trim();
    if (!columns.has(stem)) columns.set(stem, index);
  }
  return columns;
}

/** `Phone 1 - Value` has its label in `Phone 1 - Type`, `number 2` in `label 2`, `Business Phone` in itself. */
function labelFor(heading: string, labels: ReadonlyMap<string, number>): { at: number } | { is: string } {
  const beside = labels.get(heading.replace(/\s*-?\s*(value|number)\b\s*/, '').trim());
  if (beside !== undefined) return { at: beside };
  const word =
    /mobile|cell|handy|movil|celular|portable|home|work|business|company|office|main|primary|fax|pager|other/.exec(
      heading,
    );
  const usual = numberHeading(heading) === 'mobile' ? 'mobile' : 'other';
  return { is: labelOf((word?.[0] ?? usual).replace(/^(movil|celular|portable)$/, 'mobile')) };
}

function draftOf({ line, cells }: CsvRecord, columns: Columns): DraftContact {
  const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? ''));
  const numbers = columns.numbers.flatMap(({ at, label }) => {
    const each = cell(at);
    if (each === '') return [];
    const said = 'at' in label ? labelOf(cell(label.at).slice(0, LONGEST_LABEL_READ)) : label.is;
    return numbersIn(each).map((typed) => ({ line, typed, label: said }));
  });
  const name = cell(columns.name) || columns.nameParts.map(cell).filter(Boolean).join(' ');
  return {
    line,
    name: name || (numbers[0]?.typed ?? ''),
    numbers,
    note: cell(columns.note),
    tags: tagsOf(cell(columns.tags).split(BETWEEN_TAGS)),
    isFavourite: /^(yes|true|1|x|y|si|oui)$/.test(foldName(cell(columns.favourite))),
  };
}

const numbersIn = (cell: string) =>
  cell
    .split(BETWEEN_NUMBERS)
    .map((typed) => typed.trim())
    .filter((typed) => typed !== '');

function draftWithoutHeadings({ line, cells }: CsvRecord): DraftContact {
  const typed = cells.filter(looksLikeNumber);
  const name = cells.find((cell) => cell !== '' && !looksLikeNumber(cell)) ?? typed[0] ?? '';
  const numbers = typed.map((each) => ({ line, typed: each, label: 'other' }));
  return { line, name, numbers, note: '', tags: [], isFavourite: false };
}
