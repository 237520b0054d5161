import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSync } from 'fontkit';
import { afterAll, expect, test } from 'vitest';
import { fontFile } from './fonts.ts';
import { createPdfPrinter } from './index.ts';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';
import { printPdf } from './print-pdf.ts';
import { faceRuns } from './scripts.ts';
import { visualRuns } from './visual-runs.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'farline-pdf-'));
afterAll(async () => await rm(folder, { recursive: true }));

const NAMES = [
  ['Latin', 'Zoë Łukasiewicz-Nguyễn'],
  ['Greek', 'Αλέξανδρος Παπαδόπουλος'],
  ['Cyrillic', 'Владимир Щукин'],
  ['Arabic', 'محمد بن عبد الله'],
  ['Hebrew', 'דוד בן גוריון'],
  ['Chinese', '王小明'],
  ['Japanese', '山田 たろう'],
  ['Hindi', 'श्रीमती प्रियंका'],
  ['Thai', 'สมชาย กิ่งแก้ว'],
  ['Korean', '김철수'],
] as const;

function aDocument(lines: string[], rows = 1): PrintedDocument {
  return {
    title: 'Statement for March 2026',
    from: ['Farline GmbH', 'Straße 1'],
    blocks: [
      { kind: 'columns', columns: [{ title: 'For', lines }] },
      { kind: 'heading', text: 'Calls' },
      {
        kind: 'table',
        columns: [
          { heading: 'Number', share: 60, align: 'start' },
          { heading: 'Price', share: 40, align: 'end' },
        ],
        rows: Array.from({ length: rows }, (_, row) => ({ look: 'plain', cells: [`+4477009${row}`, `${row}.25 USD`] })),
      },
    ],
    footer: 'S-000001',
    writtenAt: new Date('2026-04-01T00:00:00Z'),
  };
}

async function printed(name: string, document: PrintedDocument): Promise<{ path: string; text: string }> {
  const path = join(folder, `${name}.pdf`);
  const pdf = await printPdf(document);
  if (pdf === null) throw new Error('the fonts of invoices are installed');
  await writeFile(path, pdf);
  const { stdout } = await run('pdftotext', ['-layout', path, '-']);
  // Marks of direction that pdftotext puts around right-to-left text.
  return { path, text: stdout.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '') };
}

test.each(NAMES)('a name in %s is drawn with real glyphs, and can be copied', async (script, name) => {
  for (const { text, face } of faceRuns(name)) {
    const { path, family } = fontFile(face, 'Regular', name);
    const font = openSync(path, family);
    if (!('layout' in font)) throw new Error(`${path} is not one font`);
    expect(font.layout(text).glyphs.filter((glyph) => glyph.id === 0)).toEqual([]);
  }
  const { path, text } = await printed(script, aDocument([name]));
  expect(text.normalize('NFC')).toContain(name.normalize('NFC'));
  const { stdout: fonts } = await run('pdffonts', [path]);
  // name type encoding emb sub uni: embedded, cut to what is used, and with the letters told.
  for (const line of fonts
    .split('\n')
    .slice(2)
    .filter((one) => one !== ''))
    expect(line).toMatch(/yes\s+yes\s+yes/);
});

test('text that goes leftwards keeps its order among other text, and its brackets open the right way', () => {
  const shown = (line: string) => visualRuns(line).map(({ text }) => text);
  expect(shown('Mr. דוד בן Ltd.').join('|')).toBe('Mr. |בן| |דוד| Ltd.');
  expect(shown('שלום (12)').join('')).toBe('(12) שלום');
});

test('the mark is drawn in its colour at the head of the first page: near and far', async () => {
  const { path } = await printed('mark', aDocument(['Ada']));
  // One pixel a point; red, green and blue of each are the end of the picture.
  const corner = ['-r', '72', '-x', '0', '-y', '0', '-W', '100', '-H', '100'];
  const { stdout: picture } = await run('pdftoppm', ['-singlefile', ...corner, path], { encoding: 'buffer' });
  const pixels = picture.subarray(-100 * 100 * 3);
  const colourAt = (x: number, y: number) => [...pixels.subarray((y * 100 + x) * 3, (y * 100 + x) * 3 + 3)];

  expect([colourAt(60, 79), colourAt(84, 75)]).toEqual([
    [0x0f, 0x6b, 0x6b],
    [0x0f, 0x6b, 0x6b],
  ]);
  expect(colourAt(30, 79)).toEqual([255, 255, 255]);
});

test('a long table goes on over pages, each with its headings and its number', async () => {
  const { path, text } = await printed('long', aDocument(['Ada'], 120));
  expect(text.match(/Number +Price/g)).toHaveLength(4);
  expect(text).toContain('Page 1 of 4');
  expect(text).toContain('Page 4 of 4');
  for (let row = 0; row < 120; row += 1) expect(text).toContain(`${row}.25 USD`);
  await run('pdftoppm', ['-r', '40', '-png', path, join(folder, 'long')]);
});

test('the same document is the same file', async () => {
  const [one, other] = [await printPdf(aDocument(['山田 たろう'])), await printPdf(aDocument(['山田 たろう']))];
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

test('documents are printed in a thread, one after another, and what fails there stops nobody', async () => {
  const print = createPdfPrinter();
  const broken = print({ ...aDocument(['Ada']), writtenAt: new Date(Number.NaN) }, 'one');
  const [one, other] = [print(aDocument(['王小明']), 'one'), print(aDocument(['Ada']), 'other')];
  await expect(broken).rejects.toThrow('Invalid');
  expect(await one).toEqual(await printPdf(aDocument(['王小明'])));
  expect((await other).toString('latin1', 0, 5)).toBe('%PDF-');
});
