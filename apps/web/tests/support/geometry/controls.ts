// Runs in the page: see find-breaches.ts.
import { type Box, holdersOf, isForScreenReaders, layerOf, meeting, nameOf } from './boxes.ts';
import { isWholeElsewhere, widthOf } from './lines.ts';

const CONTROLS =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="radio"], [role="checkbox"], [role="menuitem"], [role="slider"]';

/** WCAG 2.2, 2.5.8: the least that a finger finds. */
const LEAST = 24;

interface Control {
  element: Element;
  layer: Element;
  box: Box;
}

/** What is wrong about the controls within: too small for a finger, one over another, or with a word that does not fit. */
export function examineControls(root: Element, report: (breach: string) => void): void {
  const controls: Control[] = [];
  for (const element of root.querySelectorAll(CONTROLS)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element instanceof HTMLInputElement && isForScreenReaders(element)) continue;
    if (element.matches('a[href="#main"]') || isInSentence(element)) continue;
    const whole = targetOf(element);
    const box = shownPart(element);
    if (box === null) continue;
    const [width, height] = [whole.right - whole.left, whole.bottom - whole.top];
    // Half a pixel is lost to fractions.
    if (width < LEAST - 0.5 || height < LEAST - 0.5) {
      report(`small: ${Math.round(width)}×${Math.round(height)} px, ${wordsOf(element)}, ${nameOf(element)}`);
    }
    if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) {
      report(`outside: ${wordsOf(element)}, ${nameOf(element)}`);
    }
    controls.push({ element, layer: layerOf(element), box });
    examineChoice(element, report);
  }
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.layer === other.layer && doOverlap(one, other)) {
        report(`controls overlap: ${wordsOf(one.element)}, ${nameOf(one.element)} and ${wordsOf(other.element)}`);
      }
    }
  }
}

/** A link among other words is as high as they are. */
function isInSentence(element: Element): boolean {
  if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false;
  const whole = element.parentElement?.textContent?.trim() ?? '';
  return whole.length > (element.textContent?.trim() ?? '').length;
}

/** What a finger may touch: the control, and the label that belongs to it. */
function targetOf(element: Element): Box {
  const box = element.getBoundingClientRect();
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  if (label === undefined || !['checkbox', 'radio', 'file'].includes((element as HTMLInputElement).type)) return box;
  const { left, top, right, bottom } = label.getBoundingClientRect();
  return {
    left: Math.min(left, box.left),
    top: Math.min(top, box.top),
    right: Math.max(right, box.right),
    bottom: Math.max(bottom, box.bottom),
  };
}

/** What is left of a control where something around it scrolls or cuts; null when nothing is. */
function shownPart(element: Element): Box | null {
  let seen: Box | null = element.getBoundingClientRect();
  for (const { element: holder, inner } of holdersOf(element)) {
    if (holder !== element && seen !== null) seen = meeting(seen, inner);
  }
  return seen;
}

function doOverlap(one: Control, other: Control): boolean {
  const common = meeting(one.box, other.box);
  if (common === null || common.right - common.left <= 1 || common.bottom - common.top <= 1) return false;
  if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
  // What a row shows over its end while it is pointed at lies there on a ground of its own.
  if (one.element.closest('[data-over-row]') !== other.element.closest('[data-over-row]')) return false;
  const label = one.element.closest('label');
  if (label !== null && label === other.element.closest('label')) return false;
  return !isWithinField(one, other) && !isWithinField(other, one);
}

/** A button at the end of a field lies in it, and the field's words leave room for it. */
function isWithinField(field: Control, inner: Control): boolean {
  if (!field.element.matches('input, textarea')) return false;
  const { left, right, top, bottom } = field.box;
  const { box } = inner;
  return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
}

/** The choice of a select and the hint in an empty field are no text of the page, and are cut without a word. */
function examineChoice(element: Element, report: (breach: string) => void): void {
  if (!element.checkVisibility({ opacityProperty: true })) return;
  const words =
    element instanceof HTMLSelectElement
      ? (element.selectedOptions[0]?.textContent ?? '').trim()
      : element instanceof HTMLInputElement && element.value === ''
        ? element.placeholder
        : '';
  if (words === '' || isWholeElsewhere(element, words)) return;
  const { paddingLeft, paddingRight, appearance } = getComputedStyle(element);
  const arrow = element.localName === 'select' && appearance !== 'none' ? 20 : 0;
  const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
  if (widthOf(words, element) > room + 1) report(`shortened: “${words}” in ${nameOf(element)}`);
}

function wordsOf(element: Element): string {
  const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `“${words.replace(/\s+/g, ' ').trim().slice(0, 40)}”`;
}
