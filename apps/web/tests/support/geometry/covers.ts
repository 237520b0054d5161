// Runs in the page: see find-breaches.ts.
import { areOnPhone, type Box, isOpaque, nameOf } from './boxes.ts';
import { floatingParts, reportFloats } from './floats.ts';
import { type Line, presentBox } from './lines.ts';

/**
 * Scrolls through the page and looks what lies on top of each line. What a fixed bar hides shows at another place of the
 * page, so a line is covered that is at no place free. What floats hides something wherever the page stands, so it may hide
 * nothing at all. Gives the lines that are free; the page is left where it was.
 */
export function uncoveredLines(lines: readonly Line[], report: (breach: string) => void): Line[] {
  const begun = scrollY;
  const everythingIsHit = new CSSStyleSheet();
  everythingIsHit.replaceSync('* { pointer-events: auto !important; scroll-behavior: auto !important; }');
  document.adoptedStyleSheets.push(everythingIsHit);
  const left = new Map<Line, Element | null>(lines.filter(({ seen }) => seen !== null).map((line) => [line, null]));
  const free: Line[] = [];
  const floats = floatingParts();
  const furthest = document.documentElement.scrollHeight - innerHeight;
  for (let y = 0; left.size > 0; y = Math.min(y + innerHeight / 4, furthest)) {
    scrollTo(0, y);
    reportFloats(floats, lines, report);
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

/** What lies on the line at its ends or in its middle; null when nothing does. */
function coverOf({ parent }: Line, box: Box): Element | null {
  const y = (box.top + box.bottom) / 2;
  const inset = Math.min(2, (box.right - box.left) / 3);
  for (const x of [box.left + inset, (box.left + box.right) / 2, box.right - inset]) {
    if (x < 0 || x >= innerWidth) continue;
    for (const element of document.elementsFromPoint(x, y)) {
      if (element.contains(parent)) break;
      if (!parent.contains(element) && isOpaque(element) && !areOnPhone(parent, element)) return element;
    }
  }
  return null;
}
