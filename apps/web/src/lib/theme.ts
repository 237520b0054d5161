import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'farline.theme';

/** The chosen theme: the system's by default, kept in local storage, in force before the first paint (public/before-paint.js). */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: readTheme() }));

/** Chooses a theme for this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  useTheme.setState({ theme });
}

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
