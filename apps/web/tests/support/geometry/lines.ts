// Runs in the page: see find-breaches.ts.
import { type Box, holdersOf, isForScreenReaders, layerOf, meeting, moved, nameOf } from './boxes.ts';

/** One line of a text as it is drawn. */
export interface Line {
  words: string;
  parent: Element;
  layer: Element;
  range: Range;
  /** Which of the range's rectangles it is. */
  index: number;
  /** Its box when it was measured. */
  rect: Box;
  /** What its letters cover, from the highest to the lowest. */
  ink: Box;
  /** What is left of that where it is scrolled or shortened; null when nothing is. */
  seen: Box | null;
}

/** Where what is seen of the line is now. */
export function presentBox({ range, index, seen, rect }: Line): Box | null {
  const now = range.getClientRects()[index];
  if (now === undefined || seen === null) return null;
  return moved(seen, { x: now.left - rect.left, y: now.top - rect.top });
}

/** Every line of text within, with what is wrong about how it is cut. */
export function linesWithin(root: Element, report: (breach: string) => void): Line[] {
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !/\S/.test(node.nodeValue ?? '') || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = (node.nodeValue ?? '').replace(/\s+/g, ' ').trim();
    const layer = layerOf(parent);
    let index = -1;
    for (const rect of range.getClientRects()) {
      index += 1;
      if (rect.width < 1 || rect.height < 1) continue;
      const ink = inkOf(rect, words, parent);
      lines.push({ words, parent, layer, range, index, rect, ink, seen: seenOf({ ink, words, parent }, report) });
    }
    if (index > 0) findBrokenWords(node, parent, report);
  }
  return lines;
}

function isShown(parent: Element): boolean {
  return (
    parent.closest('script, style, noscript, select, textarea, template') === null &&
    parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isForScreenReaders(parent)
  );
}

const pen = new OffscreenCanvas(1, 1).getContext('2d');
const heights = new Map<string, { up: number; down: number; from: number }>();

/** How wide these words are in the element's type. */
export function widthOf(words: string, element: Element): number {
  if (pen === null) return 0;
  pen.font = getComputedStyle(element).font;
  return pen.measureText(words).width;
}

/** The letters' own height within the box of their line, which has room for accents and descenders that may not be there. */
function inkOf(rect: DOMRect, words: string, parent: Element): Box {
  const { font } = getComputedStyle(parent);
  const key = `${font}|${words}`;
  let height = heights.get(key);
  if (height === undefined && pen !== null) {
    pen.font = font;
    const measured = pen.measureText(words);
    const whole = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
    height = {
      from: measured.fontBoundingBoxAscent / whole,
      up: measured.actualBoundingBoxAscent,
      down: measured.actualBoundingBoxDescent,
    };
    heights.set(key, height);
  }
  if (height === undefined) return rect;
  const baseline = rect.top + rect.height * height.from;
  return { left: rect.left, right: rect.right, top: baseline - height.up, bottom: baseline + height.down };
}

/** Follows who holds the line outwards: what scrolls only hides for now, what cuts must mean it. */
function seenOf({ ink, words, parent }: Pick<Line, 'ink' | 'words' | 'parent'>, report: (breach: string) => void) {
  let seen: Box | null = ink;
  for (const { element, inner, x, y, style } of holdersOf(parent)) {
    if (seen === null) break;
    const isCutX = x !== 'visible' && (seen.left < inner.left - 1 || seen.right > inner.right + 1);
    const isCutY = y !== 'visible' && (seen.top < inner.top - 1 || seen.bottom > inner.bottom + 1);
    if (!isCutX && !isCutY) continue;
    const isAside = seen.bottom <= inner.top || seen.top >= inner.bottom;
    const isClamped = style.webkitLineClamp !== 'none';
    // A line that has no room at all is left out, as a name is that does not fit beside its mark; half a line is not.
    const isBroken = (isCutX && x === 'cut' && !isAside) || (isCutY && y === 'cut' && (!isAside || isClamped));
    if (isBroken && !isWholeElsewhere(element, words)) {
      const how = isClamped || (isCutX && style.textOverflow === 'ellipsis') ? 'shortened' : 'clipped';
      report(`${how}: “${words}” by ${nameOf(element)}`);
    }
    if (isCutX && style.textOverflow === 'ellipsis' && !isReadAs(words, style.direction)) {
      report(`its beginning is cut: “${words}” by ${nameOf(element)}`);
    }
    seen = meeting(seen, {
      left: x === 'visible' ? -Infinity : inner.left,
      right: x === 'visible' ? Infinity : inner.right,
      top: y === 'visible' ? -Infinity : inner.top,
      bottom: y === 'visible' ? Infinity : inner.bottom,
    });
  }
  return seen;
}

/** Whether these words begin at the side at which a line of this direction does: else their beginning gives way to the dots. */
function isReadAs(words: string, direction: string): boolean {
  const first = /\p{L}/u.exec(words)?.[0];
  if (first === undefined) return true;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first) === (direction === 'rtl');
}

/** Whether what is cut here can be read whole: a marker says where it opens, or its title has it all. */
export function isWholeElsewhere(element: Element, words: string): boolean {
  if (element.closest('[data-abridged]') !== null) return true;
  return element.closest('[title]')?.getAttribute('title')?.includes(words) === true;
}

/** Longer than any word of our languages: an address, a key or a name that nobody can hyphenate. */
const LONGEST_WORD = 28;

function findBrokenWords(node: Node, parent: Element, report: (breach: string) => void): void {
  if (getComputedStyle(parent).hyphens === 'auto') return;
  const text = node.nodeValue ?? '';
  for (const token of text.matchAll(/\S+/g)) {
    if (token[0].length > LONGEST_WORD || /:\/\/|@/.test(token[0])) continue;
    for (const word of token[0].matchAll(/[\p{L}\p{M}\p{N}'’\u00AD]+/gu)) {
      if (
        word[0].length < 2 ||
        /[\u00AD\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word[0])
      ) {
        continue;
      }
      const range = document.createRange();
      range.setStart(node, token.index + word.index);
      range.setEnd(node, token.index + word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 3) report(`broken: “${word[0]}” in ${nameOf(parent)}`);
    }
  }
}
