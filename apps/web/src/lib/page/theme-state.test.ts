import { expect, test } from 'vitest';
import { nextTheme, storedTheme, themeOf } from './theme-state.ts';

test.each([
  [null, 'system'],
  ['', 'system'],
  ['purple', 'system'],
  ['system', 'system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const)('stored %j is the theme %s', (stored, theme) => {
  expect(themeOf(stored)).toBe(theme);
});

test.each(['system', 'light', 'dark'] as const)('%s is stored so that it is found again', (theme) => {
  expect(themeOf(storedTheme(theme))).toBe(theme);
});

test('three steps lead through every theme, back to the first', () => {
  const seen = [nextTheme('system'), nextTheme(nextTheme('system')), nextTheme(nextTheme(nextTheme('system')))];
  expect(seen).toEqual(['light', 'dark', 'system']);
});
