// Runs in the page: see find-breaches.ts.
import { type Box, moved, nameOf } from './boxes.ts';
import type { Line } from './lines.ts';

/**
 * Scrolls through the page and looks what lies on top of each line. What a fixed bar hides shows at another place of the
 * page, so a line is covered that is at no place free. Gives the lines that are; the page is left where it was.
 */
export function uncoveredLines(lines: readonly Line[], report: (breach: string) => void): Line[] {
  const begun = scrollY;
  const everythingIsHit = new CSSStyleSheet();
  everythingIsHit.replaceSync('* { pointer-events: auto !important; scroll-behavior: auto !important; }');
  document.adoptedStyleSheets.push(everythingIsHit);
  const left = new Map<Line, Element | null>(lines.filter(({ seen }) => seen !== null).map((line) => [line, null]));
  const free: Line[] = [];
  const furthest = document.documentElement.scrollHeight - innerHeight;
  for (let y = 0; left.size > 0; y = Math.min(y + innerHeight / 2, furthest)) {
    scrollTo(0, y);
    for (const line of left.keys()) {
      const box = presentBox(line);
      if (box === null || box.top < 0 || box.bottom > innerHeight) continue;
      const cover = coverOf(line, box);
      left.set(line, cover);
      if (cover !== null) continue;
      left.delete(line);
      free.push(line);
    }
    if (y >= furthest) break;
  }
  scrollTo(0, begun);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== everythingIsHit);
  for (const [{ words }, cover] of left) {
    if (cover !== null) report(`covered: “${words}” by ${nameOf(cover)}`);
  }
  return free;
}

/** Where what is seen of the line is now. */
function presentBox({ range, index, seen, rect }: Line): Box | null {
  const now = range.getClientRects()[index];
  if (now === undefined || seen === null) return null;
  return moved(seen, { x: now.left - rect.left, y: now.top - rect.top });
}

/** What lies on the line at its ends or in its middle; null when nothing does. */
function coverOf({ parent }: Line, box: Box): Element | null {
  const y = (box.top + box.bottom) / 2;
  const inset = Math.min(2, (box.right - box.left) / 3);
  for (const x of [box.left + inset, (box.left + box.right) / 2, box.right - inset]) {
    if (x < 0 || x >= innerWidth) continue;
    for (const element of document.elementsFromPoint(x, y)) {
      if (element.contains(parent)) break;
      if (!parent.contains(element) && isOpaque(element)) return element;
    }
  }
  return null;
}

const PAINTED = new Set(['img', 'video', 'canvas', 'iframe', 'path', 'circle', 'rect', 'ellipse', 'polygon', 'line']);

function isOpaque(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return PAINTED.has(element.localName) || backgroundImage !== 'none' || opacityOf(backgroundColor) > 0.3;
}

function opacityOf(colour: string): number {
  const alpha = /\/\s*([\d.]+%?)\)$/.exec(colour)?.[1] ?? /^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1];
  return alpha === undefined ? 1 : Number.parseFloat(alpha);
}
