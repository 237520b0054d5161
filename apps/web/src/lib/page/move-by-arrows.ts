import type { KeyboardEvent, RefObject } from 'react';

/** Arrow keys move between the lines of a list, which have `data-line`; J and K, too, where nobody types. */
export function moveByArrows(event: KeyboardEvent, list: RefObject<HTMLElement | null>): void {
  const step = stepOf(event);
  if (step === 0) return;
  const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const at = lines.findIndex((line) => line === document.activeElement);
  const next = lines[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function stepOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): 1 | 0 | -1 {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.matches('input, textarea, select')))
    return 0;
  if (key === 'j') return 1;
  return key === 'k' ? -1 : 0;
}
