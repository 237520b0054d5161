// Runs in the page, as one script with what it imports (support/layout.ts): nothing of Node is here.
import { measureAnew, meeting } from './boxes.ts';
import { examineControls } from './controls.ts';
import { uncoveredLines } from './covers.ts';
import { type Line, linesWithin } from './lines.ts';

/**
 * What is wrong about how the page is laid out, as it stands, one sentence each: a text that is clipped, shortened without being whole
 * elsewhere, broken within a word, covered, over another text or outside the window, and a control that is too small, over another
 * or outside. Where a dialog is open, only that is looked at: the rest waits behind it, as it does not behind a call that rings.
 */
export function findBreaches(): string[] {
  measureAnew();
  const breaches = new Set<string>();
  const report = (breach: string) => void breaches.add(breach);
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) report('the page scrolls sideways');
  for (const root of rootsToExamine()) {
    const lines = linesWithin(root, report);
    for (const line of lines) examinePlace(line, root, report);
    findOverlaps(uncoveredLines(lines, report), report);
    examineControls(root, report);
  }
  return [...breaches];
}

/** The dialog that is open, if any; on a narrow screen the open phone is one, too. */
function rootsToExamine(): Element[] {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(
    (dialog) =>
      dialog.closest('[data-phone-layer]') === null &&
      dialog.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  const phone = document.querySelector('[data-testid="phone"]');
  const isOverPage = phone !== null && !isBesidePage() && phone.checkVisibility({ visibilityProperty: true });
  return [dialogs.at(-1) ?? (isOverPage ? phone : document.body)];
}

/** Whether the phone stands beside the page, as the style sheet has it (docked). */
function isBesidePage(): boolean {
  const isPinned = document.documentElement.dataset['phone'] === 'pinned';
  return matchMedia('(min-width: 100rem)').matches || (isPinned && matchMedia('(min-width: 64rem)').matches);
}

/** Beside the window or its dialog, or under the edge of what does not scroll with the page. */
function examinePlace({ words, parent, seen, layer }: Line, root: Element, report: (breach: string) => void): void {
  // The way past the menu waits above the page for whoever comes by keyboard.
  if (seen === null || parent.closest('a[href="#main"]') !== null) return;
  const frame = root.getBoundingClientRect();
  const isBeside = seen.left < frame.left - 1 || seen.right > frame.right + 1;
  const isFixed = getComputedStyle(layer).position === 'fixed';
  if (isBeside || (isFixed && (seen.top < -1 || seen.bottom > innerHeight + 1))) report(`outside: “${words}”`);
}

/** Two texts that are both seen, in one layer, and have letters in the same place. */
function findOverlaps(lines: readonly Line[], report: (breach: string) => void): void {
  const sorted = lines.toSorted((one, other) => topOf(one) - topOf(other));
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1)) {
      if (topOf(other) >= one.ink.bottom) break;
      if (one.layer !== other.layer || one.seen === null || other.seen === null) continue;
      // A shortened line has a second box, for its dots.
      if (one.range === other.range && Math.abs(one.rect.top - other.rect.top) < 3) continue;
      const common = meeting(one.seen, other.seen);
      if (common === null || common.right - common.left <= 1.5) continue;
      const least = Math.min(one.ink.bottom - one.ink.top, other.ink.bottom - other.ink.top);
      if (common.bottom - common.top > Math.max(1, least * 0.2)) report(`overlap: “${one.words}” and “${other.words}”`);
    }
  }
}

function topOf({ seen, ink }: Line): number {
  return (seen ?? ink).top;
}
