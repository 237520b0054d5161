import type { Block, PrintedDocument, TableColumn, TableRow } from '../../platform/outgoing/printed-document.ts';
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

type Sheet = { pdf: PDFKit.PDFDocument; set: TextSetter; y: number };

/** Lays the document out on as many pages as it needs, with its mark on the first and numbers on all. */
export function drawDocument(pdf: PDFKit.PDFDocument, document: PrintedDocument): void {
  const sheet: Sheet = { pdf, set: createTextSetter(pdf), y: MARGIN };
  drawMark(pdf);
  const from = document.from.map((line, place) => ({ line, style: place === 0 ? STRONG : QUIET }));
  for (const { line, style } of from) {
    sheet.y += lineHeight(style);
    sheet.set.draw(line, { x: right(pdf), baseline: sheet.y, align: 'end' }, style);
  }
  sheet.y = Math.max(sheet.y, MARGIN + 40) + 16;
  paragraph(sheet, document.title, TITLE);
  for (const block of document.blocks) drawBlock(sheet, block);
  numberPages(sheet, document.footer);
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
  for (const line of sheet.set.wrap(text, style, width(sheet.pdf))) {
    makeRoom(sheet, lineHeight(style));
    sheet.y += lineHeight(style);
    sheet.set.draw(line, { x: MARGIN, baseline: sheet.y, align: 'start' }, style);
  }
}

function drawColumns(sheet: Sheet, columns: { title: string; lines: string[] }[]): void {
  const wide = width(sheet.pdf) / columns.length;
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
    const wide = (width(sheet.pdf) * column.share) / 100;
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
    return text === '' ? [] : sheet.set.wrap(text, style, (width(sheet.pdf) * share) / 100 - CELL_GAP);
  });
}

function rule({ pdf, y }: Sheet, colour: string): void {
  pdf.moveTo(MARGIN, y).lineTo(right(pdf), y).lineWidth(0.5).strokeColor(colour).stroke();
}

/** Begins a new page when so much does not fit on this one. True when it did. */
function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.pdf.page.height - MARGIN - 24) return false;
  sheet.pdf.addPage();
  sheet.y = MARGIN;
  return true;
}

function numberPages({ pdf, set }: Sheet, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const baseline = pdf.page.height - MARGIN + 14;
    set.draw(footer, { x: MARGIN, baseline, align: 'start' }, { ...QUIET, size: 8 });
    const number = `Page ${page - start + 1} of ${count}`;
    set.draw(number, { x: right(pdf), baseline, align: 'end' }, { ...QUIET, size: 8 });
  }
}

/** The mark of the pages: near and far, joined by one arc. */
function drawMark(pdf: PDFKit.PDFDocument): void {
  pdf
    .save()
    .translate(MARGIN - 2, MARGIN - 4)
    .scale(1.25);
  pdf.path('M7 22.5C7 9.5 26 5.5 26 17.5').lineWidth(3.4).lineCap('round').strokeColor(ACCENT).stroke();
  pdf.circle(7, 23.5, 5.5).fill(ACCENT);
  pdf.circle(26, 20.5, 3.6).fill(ACCENT);
  pdf.restore();
}

const lineHeight = (style: TextStyle) => style.size * LEADING;
const right = (pdf: PDFKit.PDFDocument) => pdf.page.width - MARGIN;
const width = (pdf: PDFKit.PDFDocument) => pdf.page.width - 2 * MARGIN;
