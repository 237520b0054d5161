// Runs in the page: see find-breaches.ts.
import { areOnPhone, isOpaque, meeting, nameOf } from './boxes.ts';
import { type Line, presentBox } from './lines.ts';

/**
 * What floats over the page while nothing happens, such as a button in a corner. A bar from one side of the window to the other only makes the
 * window lower; a call, a message of the moment and the like (`aria-live`) come and go.
 */
export function floatingParts(): Element[] {
  return [...document.body.querySelectorAll('*')].filter((element) => {
    if (getComputedStyle(element).position !== 'fixed') return false;
    const { left, right, width, height } = element.getBoundingClientRect();
    const isBar = left <= 1 && right >= document.documentElement.clientWidth - 1;
    if (isBar || width === 0 || height === 0 || element.closest('[aria-live], [role="status"]') !== null) return false;
    return isOpaque(element);
  });
}

/** Reports the lines that lie under one of these now, where the page stands. */
export function reportFloats(
  floats: readonly Element[],
  lines: readonly Line[],
  report: (breach: string) => void,
): void {
  for (const float of floats) {
    const box = float.getBoundingClientRect();
    for (const line of lines) {
      if (float.contains(line.parent) || line.parent.contains(float) || areOnPhone(line.parent, float)) continue;
      const present = presentBox(line);
      const common = present === null ? null : meeting(present, box);
      if (common === null || common.right - common.left <= 1 || common.bottom - common.top <= 1) continue;
      report(`covered until one scrolls: “${line.words}” by ${nameOf(float)}`);
    }
  }
}
