import { useCallback, useSyncExternalStore } from 'react';
import { EVERYWHERE } from '../specified-everywhere.ts';

/** Whether the media query holds, kept true to the window. */
export function useMediaQuery(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  const matches = (): boolean => matchMedia(query).matches;
  return useSyncExternalStore(watch, matches, matches);
}

/** Widths where the layout changes: the sidebar and the phone stand beside the page from here on. */
export const WIDE = `(min-width: ${EVERYWHERE.sidebarClosesBelow / 16}rem)`;
/** A telephone held upright: what is used most lies in a bar at the foot of the page. */
export const NARROW = '(width < 40rem)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
