import { fontName } from './fonts.ts';
import { visualRuns } from './visual-runs.ts';

export type TextStyle = { size: number; weight: 'Regular' | 'Bold'; colour: string };

/** Sets lines of any of the scripts, shaped and in the right order. */
export type TextSetter = {
  /** The lines that a text needs in a width; at least one. */
  wrap: (text: string, style: TextStyle, width: number) => string[];
  /** Draws one line on its baseline; `end` puts its end at `x`. */
  draw: (line: string, at: { x: number; baseline: number; align: 'start' | 'end' }, style: TextStyle) => void;
};

const words = new Intl.Segmenter('en', { granularity: 'word' });
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** In these, what is drawn is not in the order of the letters: the letters are told beside it, for whoever copies them. */
const NAMED = new Set(['sans', 'cjk', 'Arabic', 'Hebrew', 'Georgian', 'Armenian', 'Ethiopic']);

export function createTextSetter(pdf: PDFKit.PDFDocument): TextSetter {
  const choose = (style: TextStyle, face: Parameters<typeof fontName>[0], line: string) =>
    pdf.font(fontName(face, style.weight, line)).fontSize(style.size);
  const widthOf = (line: string, style: TextStyle) =>
    visualRuns(line).reduce((sum, { text, face }) => sum + choose(style, face, line).widthOfString(text), 0);

  return {
    wrap(text, style, width) {
      if (widthOf(text, style) <= width) return [text];
      const lines: string[] = [];
      let line = '';
      const take = (piece: string) => {
        if (line !== '' && widthOf((line + piece).trimEnd(), style) > width) {
          lines.push(line.trimEnd());
          line = '';
        }
        line += line === '' ? piece.trimStart() : piece;
      };
      for (const segment of unbreakable(text)) {
        if (widthOf(segment, style) <= width) take(segment);
        else for (const { segment: character } of characters.segment(segment)) take(character);
      }
      return [...lines, line.trimEnd()];
    },
    draw(line, { x, baseline, align }, style) {
      let left = align === 'end' ? x - widthOf(line, style) : x;
      for (const { text, face } of visualRuns(line)) {
        choose(style, face, line).fillColor(style.colour);
        if (!NAMED.has(face)) pdf.markContent('Span', { actual: text });
        pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
        if (!NAMED.has(face)) pdf.endMarkedContent();
        left += pdf.widthOfString(text);
      }
    },
  };
}

/** Words with the punctuation behind them: a line may begin with each. Also of scripts that write no spaces. */
function unbreakable(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && /^[\p{P}\p{S}]/u.test(segment) && !/\s$/.test(last))
      pieces[pieces.length - 1] = last + segment;
    else if (last !== undefined && /\p{Ps}$/u.test(last)) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}
