import { afterEach, expect, test } from 'vitest';
import { formatPercent } from './format-percent.ts';
import { i18n } from '../language/i18n.ts';

afterEach(async () => {
  await i18n.changeLanguage('en');
});

test('every whole percent and every tenth keeps its figure', () => {
  const tenths = Array.from({ length: 2_001 }, (_, index) => index / 10);
  const whole = tenths.filter((percent) => Number.isInteger(percent));
  expect(tenths.map((percent) => formatPercent(percent, 1))).toEqual(tenths.map((percent) => `${percent}%`));
  expect(whole.map((percent) => formatPercent(percent))).toEqual(whole.map((percent) => `${percent}%`));
});

test('the sign stands as the language writes it', async () => {
  await i18n.changeLanguage('fr');
  expect(formatPercent(0.5, 1)).toMatch(/^0,5\s%$/);
});
