import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Face } from './scripts.ts';
import { SCRIPTS } from './scripts.ts';

/**
 * Where Debian's fonts-noto-core and fonts-noto-cjk put their files. They are under the SIL Open Font License 1.1, which lets
 * documents embed them; its notice lies beside each in /usr/share/doc.
 */
const TRUETYPE = '/usr/share/fonts/truetype/noto';
const OPENTYPE = '/usr/share/fonts/opentype/noto';

type Weight = 'Regular' | 'Bold';

/** Registers every face under its name; a file is read when a text needs it. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const weight of ['Regular', 'Bold'] as const) {
    for (const [face, context] of [...FACES, ['cjk', 'あ'], ['cjk', '한']] as const) {
      const { path, family } = fontFile(face, weight, context);
      pdf.registerFont(fontName(face, weight, context), path, family);
    }
  }
}

const FACES = (['sans', 'cjk', ...SCRIPTS] as const).map((face) => [face, ''] as const);

/** The name of a piece's font; `context` is the line that it stands in. */
export function fontName(face: Face, weight: Weight, context: string): string {
  return `${face === 'cjk' ? countryOf(context) : face} ${weight}`;
}

/** The file of a face, and which of a collection's fonts it is. */
export function fontFile(face: Face, weight: Weight, context: string): { path: string; family?: string } {
  if (face === 'sans') return { path: join(TRUETYPE, `NotoSans-${weight}.ttf`) };
  if (face !== 'cjk') return { path: join(TRUETYPE, `NotoSans${face}-${weight}.ttf`) };
  return { path: join(OPENTYPE, `NotoSansCJK-${weight}.ttc`), family: `NotoSansCJK${countryOf(context)}-${weight}` };
}

/** Han characters look as in Japan beside kana, as in Korea beside Hangul, else as in China. */
function countryOf(context: string): 'jp' | 'kr' | 'sc' {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(context)) return 'jp';
  return /\p{Script=Hangul}/u.test(context) ? 'kr' : 'sc';
}

/** Whether the fonts are there that nothing can be printed without. */
export async function hasFonts(): Promise<boolean> {
  return await access(join(TRUETYPE, 'NotoSans-Regular.ttf')).then(
    () => true,
    () => false,
  );
}
