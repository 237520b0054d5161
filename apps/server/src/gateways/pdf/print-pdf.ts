import PDFDocument from 'pdfkit';
import { drawDocument } from './draw-document.ts';
import { hasFonts, registerFonts } from './fonts.ts';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';

/** A document as a PDF file (A4, fonts embedded). Null: the fonts for it are not installed here. Busy for a second or two. */
export async function printPdf(document: PrintedDocument): Promise<Buffer | null> {
  if (!(await hasFonts())) return null;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.from[0] ?? '',
      CreationDate: document.writtenAt,
      ModDate: document.writtenAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  registerFonts(pdf);
  drawDocument(pdf, document);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}
