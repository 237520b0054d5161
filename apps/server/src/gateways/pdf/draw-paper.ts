import type { Block, Paper, TableColumn, TableRow } from './paper.ts';
import { createTextSetter, type TextSetter, type TextStyle } from './text-setter.ts';

const INK = '#1f2a2c';
const MUTED = '#5b6769';
const ACCENT = '#0f6b6b';
const LINE = '#d5dbd9';
const MARGIN = 54;
const TITLE: TextStyle = { size: 20, weight: 'Bold', colour: INK };
const HEADING: TextStyle = { size: 12, weight: 'Bold', colour: INK };
const TEXT: TextStyle = { size: 9, weight: 'Regular', colour: INK };
const STRONG: TextStyle = { ...TEXT, weight: 'Bold' };
const QUIET: TextStyle = { ...TEXT, colour: MUTED };
/** Of a line, in sizes of its letters; room for Thai and Devanagari, whose marks stand high. */
const LEADING = 1.5;
const CELL_GAP = 8;
const ROW_GAP = 4;

type Sheet = { document: PDFKit.PDFDocument; set: TextSetter; y: number };

/** Lays the paper out on as many pages as it needs, with its mark on the first and numbers on all. */
export function drawPaper(document: PDFKit.PDFDocument, paper: Paper): void {
  const sheet: Sheet = { document, set: createTextSetter(document), y: MARGIN };
  drawMark(document);
  const from = paper.from.map((line, place) => ({ line, style: place === 0 ? STRONG : QUIET }));
  for (const { line, style } of from) {
    sheet.y += lineHeight(style);
    sheet.set.draw(line, { x: right(document), baseline: sheet.y, align: 'end' }, style);
  }
  sheet.y = Math.max(sheet.y, MARGIN + 40) + 16;
  paragraph(sheet, paper.title, TITLE);
  for (const block of paper.blocks) drawBlock(sheet, block);
  numberPages(sheet, paper.footer);
}

function drawBlock(sheet: Sheet, block: Block): void {
  sheet.y += 10;
  switch (block.kind) {
    case 'heading':
      makeRoom(sheet, 60);
      sheet.y += 6;
      return paragraph(sheet, block.text, HEADING);
    case 'note':
      return paragraph(sheet, block.text, QUIET);
    case 'columns':
      return drawColumns(sheet, block.columns);
    case 'table':
      return drawTable(sheet, block.columns, block.rows);
  }
}

function paragraph(sheet: Sheet, text: string, style: TextStyle): void {
  for (const line of sheet.set.wrap(text, style, width(sheet.document))) {
    makeRoom(sheet, lineHeight(style));
    sheet.y += lineHeight(style);
    sheet.set.draw(line, { x: MARGIN, baseline: sheet.y, align: 'start' }, style);
  }
}

function drawColumns(sheet: Sheet, columns: { title: string; lines: string[] }[]): void {
  const wide = width(sheet.document) / columns.length;
  const set = columns.map(({ title, lines }) => [
    { line: title, style: QUIET },
    ...lines.flatMap((text) => sheet.set.wrap(text, TEXT, wide - 12).map((line) => ({ line, style: TEXT }))),
  ]);
  const height = Math.max(...set.map((lines) => lines.length)) * lineHeight(TEXT);
  makeRoom(sheet, height);
  for (const [place, lines] of set.entries()) {
    for (const [row, { line, style }] of lines.entries()) {
      const baseline = sheet.y + (row + 1) * lineHeight(TEXT);
      sheet.set.draw(line, { x: MARGIN + place * wide, baseline, align: 'start' }, style);
    }
  }
  sheet.y += height;
}

function drawTable(sheet: Sheet, columns: TableColumn[], rows: TableRow[]): void {
  const headings = columns.map((column) => column.heading);
  const headTable = () => {
    if (headings.every((text) => text === '')) return;
    drawRow(sheet, columns, wrapCells(sheet, columns, headings, QUIET), QUIET);
    rule(sheet, ACCENT);
  };
  makeRoom(sheet, 3 * lineHeight(TEXT));
  headTable();
  for (const [place, row] of rows.entries()) {
    const style = row.look === 'plain' ? TEXT : STRONG;
    const cells = wrapCells(sheet, columns, row.cells, style);
    // The head of a group does not stand alone at the foot of a page.
    const needed = rowHeight(cells, style) + (row.look === 'head' ? 2 * lineHeight(TEXT) : 0);
    if (makeRoom(sheet, needed)) headTable();
    if (row.look === 'head' && place > 0) sheet.y += 5;
    drawRow(sheet, columns, cells, style);
    if (row.look !== 'head') rule(sheet, LINE);
  }
}

function drawRow(sheet: Sheet, columns: TableColumn[], cells: string[][], style: TextStyle): void {
  let x = MARGIN;
  for (const [place, column] of columns.entries()) {
    const wide = (width(sheet.document) * column.share) / 100;
    for (const [row, line] of (cells[place] ?? []).entries()) {
      const baseline = sheet.y + (row + 1) * lineHeight(style);
      sheet.set.draw(line, { x: column.align === 'end' ? x + wide : x, baseline, align: column.align }, style);
    }
    x += wide;
  }
  sheet.y += rowHeight(cells, style);
}

function rowHeight(cells: string[][], style: TextStyle): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight(style) + ROW_GAP;
}

/** The lines of each cell. */
function wrapCells(sheet: Sheet, columns: TableColumn[], cells: string[], style: TextStyle): string[][] {
  return columns.map(({ share }, place) => {
    const text = cells[place] ?? '';
    return text === '' ? [] : sheet.set.wrap(text, style, (width(sheet.document) * share) / 100 - CELL_GAP);
  });
}

function rule({ document, y }: Sheet, colour: string): void {
  document.moveTo(MARGIN, y).lineTo(right(document), y).lineWidth(0.5).strokeColor(colour).stroke();
}

/** Begins a new page when so much does not fit on this one. True when it did. */
function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.document.page.height - MARGIN - 24) return false;
  sheet.document.addPage();
  sheet.y = MARGIN;
  return true;
}

function numberPages({ document, set }: Sheet, footer: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const baseline = document.page.height - MARGIN + 14;
    set.draw(footer, { x: MARGIN, baseline, align: 'start' }, { ...QUIET, size: 8 });
    const number = `Page ${page - start + 1} of ${count}`;
    set.draw(number, { x: right(document), baseline, align: 'end' }, { ...QUIET, size: 8 });
  }
}

/** The mark of the pages: near and far, joined by one arc. */
function drawMark(document: PDFKit.PDFDocument): void {
  document
    .save()
    .translate(MARGIN - 2, MARGIN - 4)
    .scale(1.25);
  document.path('M7 22.5C7 9.5 26 5.5 26 17.5').lineWidth(3.4).lineCap('round').strokeColor(ACCENT).stroke();
  document.circle(7, 23.5, 5.5).fill(ACCENT);
  document.circle(26, 20.5, 3.6).fill(ACCENT);
  document.restore();
}

const lineHeight = (style: TextStyle) => style.size * LEADING;
const right = (document: PDFKit.PDFDocument) => document.page.width - MARGIN;
const width = (document: PDFKit.PDFDocument) => document.page.width - 2 * MARGIN;
