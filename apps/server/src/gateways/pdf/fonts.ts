import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Face } from './scripts.ts';
import { SCRIPTS } from './scripts.ts';

/** Where Debian's fonts-noto-core and fonts-noto-cjk put their files. */
const TRUETYPE = '/usr/share/fonts/truetype/noto';
const OPENTYPE = '/usr/share/fonts/opentype/noto';

type Weight = 'Regular' | 'Bold';

/** Registers every face under its name; a file is read when a text needs it. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const weight of ['Regular', 'Bold'] as const) {
    document.registerFont(fontName('sans', weight, ''), join(TRUETYPE, `NotoSans-${weight}.ttf`));
    for (const script of SCRIPTS) {
      document.registerFont(fontName(script, weight, ''), join(TRUETYPE, `NotoSans${script}-${weight}.ttf`));
    }
    const cjk = join(OPENTYPE, `NotoSansCJK-${weight}.ttc`);
    document.registerFont(fontName('cjk', weight, ''), cjk, `NotoSansCJKsc-${weight}`);
    document.registerFont(fontName('cjk', weight, 'あ'), cjk, `NotoSansCJKjp-${weight}`);
    document.registerFont(fontName('cjk', weight, '한'), cjk, `NotoSansCJKkr-${weight}`);
  }
}

/** The font of a piece. Han characters look as in Japan beside kana, as in Korea beside Hangul, else as in China. */
export function fontName(face: Face, weight: Weight, context: string): string {
  if (face !== 'cjk') return `${face} ${weight}`;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(context)) return `jp ${weight}`;
  return /\p{Script=Hangul}/u.test(context) ? `kr ${weight}` : `sc ${weight}`;
}

/** Whether the fonts are there that nothing can be printed without. */
export async function hasFonts(): Promise<boolean> {
  return await access(join(TRUETYPE, 'NotoSans-Regular.ttf')).then(
    () => true,
    () => false,
  );
}
