import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, readCsv } from './csv.ts';

test.each([
  [['plain', 12, null], 'plain,12,\r\n'],
  [['with, comma', 'with "quotes"', 'two\nlines'], '"with, comma","with ""quotes""","two\nlines"\r\n'],
  [['=1+1', '@SUM(A1)', '-cmd', '+cmd|x'], "'=1+1,'@SUM(A1),'-cmd,'+cmd|x\r\n"],
  [['\t=1', '＝1+1'], '"\'\t=1",\'＝1+1\r\n'],
  [['+447700900123', '-1.50'], '+447700900123,-1.50\r\n'],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test('no cell begins a formula, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      for (const cell of rawCells(csvLine(cells))) expect(cell).not.toMatch(/^\s*[=@]|^\s*[+-](?!\d+(\.\d+)?$)/);
    }),
  );
});

test('what is written is read again', () => {
  // An apostrophe of the writer's own before a sign could not be told from the guard.
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', ';', '"', '\n', '\r\n', '\t', '=', '+', '1', ' ') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, (written) => {
      const { records } = readCsv(csvLine(['first', 'second']) + written.map(csvLine).join(''));
      const filled = written.filter((row) => row.some((each) => each.trim() !== ''));
      expect(records.slice(1).map((record) => record.cells)).toEqual(filled);
    }),
  );
});

test.each([
  [
    'a;b;c\n1;2,5;3',
    [
      ['a', 'b', 'c'],
      ['1', '2,5', '3'],
    ],
  ],
  [
    '\uFEFFa\tb\r\n1\t"x\ty"',
    [
      ['a', 'b'],
      ['1', 'x\ty'],
    ],
  ],
  [
    'a,b\r1,2\r\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n"1" ,2',
    [
      ['a', 'b'],
      ['1 ', '2'],
    ],
  ],
])('%j is read with its own separator and line ends', (text, cells) => {
  expect(readCsv(text).records.map((record) => record.cells)).toEqual(cells);
});

test('a record says the line that it begins on, also after one of several lines', () => {
  const { records } = readCsv('name\n"two\nlines"\n\nlast\n');
  expect(records.map((record) => record.line)).toEqual([1, 2, 5]);
});

test('a quote that never closes is told with its line; what came before is kept', () => {
  expect(readCsv('a,b\n1,2\n"3,4\n5,6')).toEqual({
    records: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ],
    brokenAt: 3,
  });
});

test('no more records, and no more cells of one, are read than asked for', () => {
  expect(readCsv('a,b,c\n1,2,3\n\n4,"5\n5",6\n7,8,9\n', { records: 3, cells: 2 })).toEqual({
    records: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['4', '5\n5'] },
    ],
    brokenAt: null,
  });
});

/** The cells as a spreadsheet sees them: nothing but quoting undone. */
function rawCells(line: string): string[] {
  const cells: string[] = [];
  const rest = line.slice(0, -2);
  for (const match of rest.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return cells;
}
