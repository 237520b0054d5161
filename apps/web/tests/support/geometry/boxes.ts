// Runs in the page: see find-breaches.ts.

/** A rectangle of the window, in px. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What both cover; null when they do not meet. */
export function meeting(one: Box, other: Box): Box | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

export function moved(box: Box, by: { x: number; y: number }): Box {
  return { left: box.left + by.x, top: box.top + by.y, right: box.right + by.x, bottom: box.bottom + by.y };
}

/** Where an element shows its contents: inside its borders. */
function innerBox(element: Element): Box {
  const { left, top } = element.getBoundingClientRect();
  const [x, y] = [left + element.clientLeft, top + element.clientTop];
  return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
}

/** The element whose overflow cuts this one next (CSS Overflow 3 §2): what is positioned leaves out who does not hold it. */
function nextHolder(element: Element): Element | null {
  const { position } = getComputedStyle(element);
  if (position === 'fixed') return null;
  return position === 'absolute' && element instanceof HTMLElement ? element.offsetParent : element.parentElement;
}

/** Where an element's overflow is cut, and whether what is beyond can be scrolled to. */
export interface Holder {
  element: Element;
  inner: Box;
  x: 'visible' | 'cut' | 'scrolled';
  y: 'visible' | 'cut' | 'scrolled';
  style: CSSStyleDeclaration;
}

/** What is asked again and again of the same elements in one look at a page. */
const known = {
  holders: new Map<Element, readonly Holder[]>(),
  layers: new Map<Element, Element>(),
  unseen: new Map<Element, boolean>(),
};

/** Forgets what was measured: the page may have changed. */
export function measureAnew(): void {
  for (const map of Object.values(known)) map.clear();
}

/** Whatever cuts the contents of this element, itself first. */
export function holdersOf(element: Element): readonly Holder[] {
  let holders = known.holders.get(element);
  if (holders === undefined) {
    const isPage = element === document.body || element === document.documentElement;
    const next = isPage ? null : nextHolder(element);
    const outer = next === null ? [] : holdersOf(next);
    const own = isPage ? null : holderOf(element);
    holders = own === null ? outer : [own, ...outer];
    known.holders.set(element, holders);
  }
  return holders;
}

function holderOf(element: Element): Holder | null {
  const style = getComputedStyle(element);
  const { display, overflowX, overflowY } = style;
  if (display === 'inline' || display === 'contents' || (overflowX === 'visible' && overflowY === 'visible'))
    return null;
  return { element, inner: innerBox(element), x: kindOf(overflowX), y: kindOf(overflowY), style };
}

function kindOf(overflow: string): Holder['x'] {
  if (overflow === 'visible') return 'visible';
  return overflow === 'auto' || overflow === 'scroll' ? 'scrolled' : 'cut';
}

/** What stays in place while the page is scrolled is a layer of its own; all else is the page's. */
export function layerOf(element: Element): Element {
  let layer = known.layers.get(element);
  if (layer === undefined) {
    const { position } = getComputedStyle(element);
    const isOwn = position === 'fixed' || position === 'sticky' || element.parentElement === null;
    layer = isOwn || element.parentElement === null ? element : layerOf(element.parentElement);
    known.layers.set(element, layer);
  }
  return layer;
}

/** An element as a reader of a report finds it: its tag, its test id or its first classes. */
export function nameOf(element: Element): string {
  const id = element.closest('[data-testid]')?.getAttribute('data-testid');
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).slice(0, 6).join('.');
  return `${element.localName}.${classes}${id === null || id === undefined ? '' : ` in ${id}`}`;
}

/** What is said to screen readers alone, on one pixel that nobody sees. */
export function isForScreenReaders(element: Element): boolean {
  let isUnseen = known.unseen.get(element);
  if (isUnseen === undefined) {
    const { position, overflowX, width } = getComputedStyle(element);
    const isOwn = position === 'absolute' && overflowX === 'hidden' && Number.parseFloat(width) <= 1;
    isUnseen = isOwn || (element.parentElement !== null && isForScreenReaders(element.parentElement));
    known.unseen.set(element, isUnseen);
  }
  return isUnseen;
}

const PAINTED = new Set(['img', 'video', 'canvas', 'iframe', 'path', 'circle', 'rect', 'ellipse', 'polygon', 'line']);

/** Whether what lies below does not show through. */
export function isOpaque(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return PAINTED.has(element.localName) || backgroundImage !== 'none' || opacityOf(backgroundColor) > 0.3;
}

function opacityOf(colour: string): number {
  const alpha = /\/\s*([\d.]+%?)\)$/.exec(colour)?.[1] ?? /^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1];
  return alpha === undefined ? 1 : Number.parseFloat(alpha);
}

/** A call that rings lies over the phone beside the page, whose place it is. */
export function areOnPhone(one: Element, other: Element): boolean {
  return [one, other].every((element) => element.closest('[data-phone-layer]') !== null);
}
