/** What a file of ours begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/** What a spreadsheet may take for a formula at the start of a cell, full-width signs included. */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A signed number, and so an E.164 one, computes nothing. */
const SIGNED_NUMBER = /^[+-]\d+(\.\d+)?$/;

/**
 * One line of a CSV file (RFC 4180), with its line end. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it (CWE-1236); null is an empty cell.
 */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record of a CSV file and the line that it begins on, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

/**
 * Reads a CSV file with commas, semicolons or tabs between its cells, whichever its first line has most of. Empty lines
 * are left out; apostrophes that guard against formulas are taken off. `brokenAt`: the line of a quote that never closes;
 * the rest of the file is lost then. Of more than `most` records, or cells in one, the others are passed over.
 */
export function readCsv(
  text: string,
  most: { records: number; cells: number } = { records: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY },
): { records: CsvRecord[]; brokenAt: number | null } {
  const records: CsvRecord[] = [];
  const separator = separatorOf(text);
  let line = 1;
  let at = text.startsWith(CSV_START) ? 1 : 0;
  while (at < text.length && records.length < most.records) {
    const read = readRecord(text, { start: at, separator, mostCells: most.cells });
    if (read === null) return { records, brokenAt: line };
    const cells = read.cells.map(unguarded);
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
    line += countLineEnds(text, at, read.end);
    at = read.end;
  }
  return { records, brokenAt: null };
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1);
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}

/** The record that begins at `start`, and where the next one begins; null when a quote never closes. */
function readRecord(
  text: string,
  { start, separator, mostCells }: { start: number; separator: string; mostCells: number },
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : { text: '', end: at };
    if (cell === null) return null;
    let end = cell.end;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    if (cells.length < mostCells) cells.push(cell.text + text.slice(cell.end, end));
    if (text[end] !== separator) return { cells, end: text.startsWith('\r\n', end) ? end + 2 : end + 1 };
    at = end + 1;
  }
}

function readQuoted(text: string, start: number): { text: string; end: number } | null {
  let read = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    read += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { text: read, end: quote + 1 };
    read += '"';
    at = quote + 2;
  }
}

function countLineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
}

function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
