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
  const missAgain = haveAllHit();
  const left = new Map<Line, Element | null>(lines.filter(({ seen }) => seen !== null).map((line) => [line, null]));
  const free: Line[] = [];
  const floats = floatingParts();
  const furthest = document.documentElement.scrollHeight - innerHeight;
  for (let y = 0; left.size > 0; y = Math.min(y + innerHeight / 4, furthest)) {
    scrollTo({ left: 0, top: y, behavior: 'instant' });
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
  scrollTo({ left: 0, top: begun, behavior: 'instant' });
  missAgain();
  for (const [{ words }, cover] of left) {
    if (cover !== null) report(`covered: “${words}” by ${nameOf(cover)}`);
  }
  return free;
}

/**
 * Has the pointer hit what lets it through, too, and gives how to undo that. Where it begins alone: after a style sheet for everything, a browser
 * works out the style of the whole page anew, and once more without it.
 */
function haveAllHit(): () => void {
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>('*')];
  const isHit = (element: Element | null): boolean =>
    element === null || getComputedStyle(element).pointerEvents === 'auto';
  const undone: (() => void)[] = [];
  for (;;) {
    // What is within has it from there, or has it by itself, and is found the next time.
    const missed = all.filter((element) => !isHit(element) && isHit(element.parentElement));
    if (missed.length === 0) break;
    for (const element of missed) undone.push(hit(element));
  }
  return () => {
    for (const undo of undone) undo();
  };
}

function hit(element: HTMLElement | SVGElement): () => void {
  const { style } = element;
  const [value, priority] = [style.getPropertyValue('pointer-events'), style.getPropertyPriority('pointer-events')];
  const isStyled = element.hasAttribute('style');
  style.setProperty('pointer-events', 'auto', 'important');
  return () => {
    style.setProperty('pointer-events', value, priority);
    // Chromium takes away only an attribute that it was asked for since the style changed.
    if (!isStyled && element.hasAttribute('style')) element.removeAttribute('style');
  };
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
