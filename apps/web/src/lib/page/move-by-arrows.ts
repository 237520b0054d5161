import type { KeyboardEvent, RefObject } from 'react';

/** Arrow keys move between the lines of a list, which have `data-line`. */
export function moveByArrows(event: KeyboardEvent, list: RefObject<HTMLElement | null>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const at = lines.findIndex((line) => line === document.activeElement);
  const next = lines[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
