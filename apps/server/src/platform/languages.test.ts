import { expect, test } from 'vitest';
import { spokenLanguage } from './languages.ts';

test.each([
  ['en', 'en'],
  ['es-419', 'es'],
  ['pt-BR', 'pt'],
  ['zh-Hans', 'zh'],
  ['AR', 'ar'],
  ['de', 'en'],
  ['', 'en'],
])('whoever speaks "%s" is written to in %s', (tag, language) => {
  expect(spokenLanguage(tag)).toBe(language);
});
