import { create } from 'zustand';
import { storedTheme, type Theme, themeOf } from './theme-state.ts';

const KEY = 'farline.theme';

/** The chosen theme: kept in local storage, in force before the first paint (public/before-paint.js). */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: themeOf(localStorage.getItem(KEY)) }));

/** Chooses a theme for this browser. */
export function chooseTheme(theme: Theme): void {
  const stored = storedTheme(theme);
  if (stored === null) {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, stored);
    document.documentElement.dataset['theme'] = stored;
  }
  useTheme.setState({ theme });
}
