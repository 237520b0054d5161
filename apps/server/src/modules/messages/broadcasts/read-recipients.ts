import {
  areMostlyInternational,
  BROADCAST_LIMITS,
  FIELD_LIMITS,
  looksLikeNumber,
  numberHeading,
  type NumberHeading,
} from '@farline/contracts';
import { type CsvRecord, readCsv } from '../../../platform/csv.ts';
import { fileNotReadable, tooManyRecipients } from '../record/messages-problems.ts';

/** The rows of a file: what stands in the column of numbers, and the other cells by their fields. */
export type RecipientsFile = {
  columns: string[];
  rows: { line: number; typed: string; fields: Record<string, string> }[];
};

/** A cell that is longer makes any message too long. */
const CELL_LENGTH = 500;
const TYPED_LENGTH = 40;
/** So many rows show which of several columns has the numbers. */
const ROWS_LOOKED_AT = 100;
/**
 * Reads recipients from the text of a CSV file: the first line has the names of its columns, of which one is that of numbers: of
 * several that say so the one with the most, or one of mobiles that has half as many. Where none says so, a column of numbers with + is,
 * whatever its heading says, or the first one whose cell looks like a number, unless its heading says that it has others; where there are no
 * names, they are `column_1`, `column_2`. Throws the Problem of a file that cannot be read, or is too long.
 */
export function readRecipients(text: string): RecipientsFile {
  const { recipients, columns: mostColumns } = BROADCAST_LIMITS;
  const { records, brokenAt } = readCsv(text, { records: recipients + 2, cells: mostColumns });
  const [first] = records;
  if (first === undefined || brokenAt !== null || text.includes('\0')) throw fileNotReadable();
  const hasHeadings = !first.cells.some(looksLikeNumber);
  const names = columnNames(hasHeadings ? first.cells : first.cells.map(() => ''));
  const rows = hasHeadings ? records.slice(1) : records;
  const numbersAt = hasHeadings ? numbersUnder(first.cells, rows) : indexOf(first.cells, looksLikeNumber);
  if (numbersAt === null || rows.length === 0) throw fileNotReadable();
  if (rows.length > recipients) throw tooManyRecipients(recipients);
  return {
    columns: names.filter((_, place) => place !== numbersAt),
    rows: rows.map(({ line, cells }) => ({
      line,
      typed: plain(cells[numbersAt] ?? '').slice(0, TYPED_LENGTH),
      fields: Object.fromEntries(
        names.flatMap((name, place) => (place === numbersAt ? [] : [[name, plain(cells[place] ?? '')]])),
      ),
    })),
  };
}

function numbersUnder(headings: readonly string[], rows: readonly CsvRecord[]): number | null {
  const kinds = headings.map((heading) => numberHeading(folded(heading)));
  const placesOf = (kind: NumberHeading | null) => kinds.flatMap((each, place) => (each === kind ? [place] : []));
  const looked = rows.slice(0, ROWS_LOOKED_AT);
  const cellsOf = (place: number) => looked.map(({ cells }) => cells[place] ?? '');
  const countAt = (place: number) => cellsOf(place).filter(looksLikeNumber).length;
  const fullest = (places: readonly number[]) => places.toSorted((one, other) => countAt(other) - countAt(one))[0];

  // Texts reach mobiles, and hardly any landline.
  const mobile = fullest(placesOf('mobile'));
  const telephone = fullest([...placesOf('mobile'), ...placesOf('telephone')]);
  const isMobileFull = mobile !== undefined && telephone !== undefined && 2 * countAt(mobile) >= countAt(telephone);
  const numbers = placesOf('number');
  const international = [...numbers, ...placesOf(null), ...placesOf('other')].filter((place) =>
    areMostlyInternational(cellsOf(place)),
  );
  return (
    (isMobileFull ? mobile : telephone) ??
    fullest(international) ??
    fullest(numbers) ??
    indexOf(rows[0]?.cells ?? [], (cell, place) => (kinds[place] ?? null) === null && looksLikeNumber(cell))
  );
}

/** The columns as names of fields, no two the same: `First name` is `first_name`. */
function columnNames(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, place) => {
    const read = folded(cell)
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '')
      .slice(0, FIELD_LIMITS.nameLength);
    const name = read === '' || taken.has(read) ? `column_${place + 1}` : read;
    taken.add(name);
    return name;
  });
}

/** No more of a heading is looked at than of a cell: to put thousands of accents on one letter in order takes the square of their number. */
const folded = (cell: string) =>
  cell.slice(0, CELL_LENGTH).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** One line, without what no message has. */
const plain = (cell: string) =>
  cell
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, CELL_LENGTH)
    .toWellFormed();

function indexOf(cells: readonly string[], isWanted: (cell: string, place: number) => boolean): number | null {
  const index = cells.findIndex(isWanted);
  return index === -1 ? null : index;
}
