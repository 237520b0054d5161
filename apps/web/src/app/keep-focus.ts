/** What stands for its contents when one of them vanishes: a part of the page, a dialog, the page. */
const PLACES = 'section, aside, main, [role="dialog"]';
/** A dialog that closes gives the focus back by itself, a moment later. */
const SETTLED_MS = 50;

/**
 * When the focused element vanishes, such as the button of a line that was removed by it, browsers let the focus fall to
 * the top of the document. This puts it on the part of the page in which the element stood. Gives the function that
 * stops it.
 */
export function keepFocus(): () => void {
  let path: readonly Element[] = [];
  let pathOnPage: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    path = pathOf(target);
    if (!path.some((one) => one.matches('[role="dialog"]'))) pathOnPage = path;
  };
  const settle = (): void => {
    if (document.activeElement !== document.body) return;
    const place = [...path, ...pathOnPage].find((one) => one.isConnected && one.matches(PLACES));
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.dataset['keepsFocus'] = '';
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLED_MS);
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** The element and all that it stands in, innermost first. */
function pathOf(element: Element): readonly Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one);
  return path;
}
