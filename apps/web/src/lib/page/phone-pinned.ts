import { create } from 'zustand';

/** public/before-paint.js reads it, too. */
const KEY = 'farline.phone';
const PINNED = 'pinned';

/**
 * Whether the phone stands beside pages that would only have its rail: chosen once for a browser. The mark on the page is what the style
 * sheet goes by (docked, undocked and railed).
 */
export const usePhonePinned = create<{ isPinned: boolean }>(() => ({
  isPinned: globalThis.document?.documentElement.dataset['phone'] === PINNED,
}));

/** Keeps the phone beside the page, or lets it go back to its rail. */
export function pinPhone(isPinned: boolean): void {
  const { dataset } = document.documentElement;
  if (isPinned) dataset['phone'] = PINNED;
  else delete dataset['phone'];
  usePhonePinned.setState({ isPinned });
  try {
    if (isPinned) localStorage.setItem(KEY, PINNED);
    else localStorage.removeItem(KEY);
  } catch {
    // Nothing can be kept: it holds until the page is closed.
  }
}
