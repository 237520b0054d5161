import PDFDocument from 'pdfkit';
import { drawPaper } from './draw-paper.ts';
import { hasFonts, registerFonts } from './fonts.ts';
import type { Paper } from './paper.ts';

/** A paper as a PDF file (A4, fonts embedded). Null: the fonts for it are not installed here. Busy for a second or two. */
export async function printPdf(paper: Paper): Promise<Buffer | null> {
  if (!(await hasFonts())) return null;
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: paper.title, Author: paper.from[0] ?? '', CreationDate: paper.writtenAt, ModDate: paper.writtenAt },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  registerFonts(document);
  drawPaper(document, paper);
  document.end();
  await finished;
  return Buffer.concat(chunks);
}
