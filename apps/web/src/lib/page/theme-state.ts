import { EVERYWHERE } from '../specified-everywhere.ts';

export type Theme = 'system' | 'light' | 'dark';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** The theme that a stored word stands for; without one, or with an unknown one, the default. */
export function themeOf(stored: string | null): Theme {
  return stored === 'light' || stored === 'dark' ? stored : EVERYWHERE.theme;
}

/** What is stored for a theme: nothing for the default. */
export function storedTheme(theme: Theme): string | null {
  return theme === EVERYWHERE.theme ? null : theme;
}

/** The theme that a step leads to. */
export function nextTheme(theme: Theme): Theme {
  return NEXT[theme];
}
